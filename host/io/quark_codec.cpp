#include "io/quark_codec.hpp"

#include "io/byte_order.hpp"

namespace glueball::io {
namespace {

[[maybe_unused]] constexpr std::int64_t kSitesWorthThreads = 1024;

template <class Real>
void store_number(Complex z, std::byte* bytes) {
  store(Real(z.real()), std::endian::big, bytes);
  store(Real(z.imag()), std::endian::big, bytes + sizeof(Real));
}

template <class Real>
Complex load_number(const std::byte* bytes) {
  return {load<Real>(bytes, std::endian::big), load<Real>(bytes + sizeof(Real), std::endian::big)};
}

}  // namespace

template <class OneParity>
void encode_quarks(const FullQuarkField<OneParity>& field, const Geometry& g, int precision,
                   std::size_t first_site, std::span<std::byte> bytes) {
  const std::size_t per_site = quark_bytes(kComponents<OneParity>, precision),
                    per_number = std::size_t(precision) / 4;
  const auto sites = std::int64_t(bytes.size() / per_site);
#pragma omp parallel for if (sites > kSitesWorthThreads)
  for (std::int64_t n = 0; n < sites; ++n) {
    const auto& site = at(field, g, g.site(first_site + std::size_t(n)));
    std::byte* to = bytes.data() + std::size_t(n) * per_site;
    for (int k = 0; k < kComponents<OneParity>; ++k, to += per_number)
      precision == 32 ? store_number<float>(component(site, k), to)
                      : store_number<double>(component(site, k), to);
  }
}

template <class OneParity>
void decode_quarks(std::span<const std::byte> bytes, const Geometry& g, int precision, std::size_t first_site,
                   FullQuarkField<OneParity>& field) {
  const std::size_t per_site = quark_bytes(kComponents<OneParity>, precision),
                    per_number = std::size_t(precision) / 4;
  const auto sites = std::int64_t(bytes.size() / per_site);
#pragma omp parallel for if (sites > kSitesWorthThreads)
  for (std::int64_t n = 0; n < sites; ++n) {
    auto& site = at(field, g, g.site(first_site + std::size_t(n)));
    const std::byte* from = bytes.data() + std::size_t(n) * per_site;
    for (int k = 0; k < kComponents<OneParity>; ++k, from += per_number)
      component(site, k) = precision == 32 ? load_number<float>(from) : load_number<double>(from);
  }
}

#define GLUEBALL_QUARK_CODEC(OneParity)                                                                 \
  template void encode_quarks<OneParity>(const FullQuarkField<OneParity>&, const Geometry&, int,        \
                                         std::size_t, std::span<std::byte>);                            \
  template void decode_quarks<OneParity>(std::span<const std::byte>, const Geometry&, int, std::size_t, \
                                         FullQuarkField<OneParity>&);
GLUEBALL_QUARK_CODEC(ParitySpinorField)
GLUEBALL_QUARK_CODEC(ParityColourField)
#undef GLUEBALL_QUARK_CODEC

}  // namespace glueball::io
