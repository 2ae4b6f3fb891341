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

template <class Half>
void encode_quarks(const FullQuarkField<Half>& field, const Geometry& g, int precision,
                   std::size_t first_site, std::span<std::byte> bytes) {
  const std::size_t per_site = quark_bytes(kComponents<Half>, precision),
                    per_number = std::size_t(precision) / 4;
  const auto sites = std::int64_t(bytes.size() / per_site);
#pragma omp parallel for if (sites > kSitesWorthThreads)
  for (std::int64_t n = 0; n < sites; ++n) {
    const auto& site = at(field, g, g.site(first_site + std::size_t(n)));
    std::byte* to = bytes.data() + std::size_t(n) * per_site;
    for (int k = 0; k < kComponents<Half>; ++k, to += per_number)
      precision == 32 ? store_number<float>(component(site, k), to)
                      : store_number<double>(component(site, k), to);
  }
}

template <class Half>
void decode_quarks(std::span<const std::byte> bytes, const Geometry& g, int precision, std::size_t first_site,
                   FullQuarkField<Half>& field) {
  const std::size_t per_site = quark_bytes(kComponents<Half>, precision),
                    per_number = std::size_t(precision) / 4;
  const auto sites = std::int64_t(bytes.size() / per_site);
#pragma omp parallel for if (sites > kSitesWorthThreads)
  for (std::int64_t n = 0; n < sites; ++n) {
    auto& site = at(field, g, g.site(first_site + std::size_t(n)));
    const std::byte* from = bytes.data() + std::size_t(n) * per_site;
    for (int k = 0; k < kComponents<Half>; ++k, from += per_number)
      component(site, k) = precision == 32 ? load_number<float>(from) : load_number<double>(from);
  }
}

#define GLUEBALL_QUARK_CODEC(Half)                                                                  \
  template void encode_quarks<Half>(const FullQuarkField<Half>&, const Geometry&, int, std::size_t, \
                                    std::span<std::byte>);                                          \
  template void decode_quarks<Half>(std::span<const std::byte>, const Geometry&, int, std::size_t,  \
                                    FullQuarkField<Half>&);
GLUEBALL_QUARK_CODEC(HalfSpinorField)
GLUEBALL_QUARK_CODEC(HalfColourField)
#undef GLUEBALL_QUARK_CODEC

}  // namespace glueball::io
