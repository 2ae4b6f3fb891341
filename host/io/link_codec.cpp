#include "io/link_codec.hpp"

#include "io/byte_order.hpp"
#include "io/pieces.hpp"

namespace glueball::io {
namespace {

static_assert(sizeof(Matrix3) == 18 * sizeof(double));

/// Decodes links that store all three rows: numbers one after another.
template <class Real>
void decode_whole(const std::byte* bytes, std::endian order, std::span<Matrix3> links) {
  double* to = reinterpret_cast<double*>(links.data());
  for (std::size_t n = 0; n < links.size() * 18; ++n) to[n] = load<Real>(bytes + n * sizeof(Real), order);
}

template <class Real>
void encode_whole(std::span<const Matrix3> links, std::endian order, std::byte* bytes) {
  const double* from = reinterpret_cast<const double*>(links.data());
  for (std::size_t n = 0; n < links.size() * 18; ++n) store(Real(from[n]), order, bytes + n * sizeof(Real));
}

template <class Real>
void decode_two_rows(const std::byte* bytes, std::endian order, std::span<Matrix3> links) {
  for (Matrix3& u : links) {
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 3; ++b, bytes += 2 * sizeof(Real))
        u[a][b] = {load<Real>(bytes, order), load<Real>(bytes + sizeof(Real), order)};
    complete_third_row(u);
  }
}

template <class Real>
void encode_two_rows(std::span<const Matrix3> links, std::endian order, std::byte* bytes) {
  for (const Matrix3& u : links)
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 3; ++b, bytes += 2 * sizeof(Real)) {
        store(Real(u[a][b].real()), order, bytes);
        store(Real(u[a][b].imag()), order, bytes + sizeof(Real));
      }
}

template <class Real>
void decode(const std::byte* bytes, LinkEncoding encoding, std::span<Matrix3> links) {
  if (encoding.rows == 3)
    decode_whole<Real>(bytes, encoding.order, links);
  else
    decode_two_rows<Real>(bytes, encoding.order, links);
}

template <class Real>
void encode(std::span<const Matrix3> links, LinkEncoding encoding, std::byte* bytes) {
  if (encoding.rows == 3)
    encode_whole<Real>(links, encoding.order, bytes);
  else
    encode_two_rows<Real>(links, encoding.order, bytes);
}

}  // namespace

void decode_links(std::span<const std::byte> bytes, LinkEncoding encoding, std::span<Matrix3> links) {
  if (encoding.precision == 32)
    decode<float>(bytes.data(), encoding, links);
  else
    decode<double>(bytes.data(), encoding, links);
}

void encode_links(std::span<const Matrix3> links, LinkEncoding encoding, std::span<std::byte> bytes) {
  if (encoding.precision == 32)
    encode<float>(links, encoding, bytes.data());
  else
    encode<double>(links, encoding, bytes.data());
}

void read_sites(const InputFile& file, std::uint64_t offset, LinkEncoding encoding, std::size_t first_site,
                std::span<Matrix3> links, const SitesVisitor& visit) {
  const std::size_t per_site = encoding.bytes_per_site();
  for_pieces(links.size() / kDirections, per_site, [&](std::size_t first, std::span<std::byte> bytes) {
    file.read(offset + (first_site + first) * per_site, bytes);
    visit(bytes, first_site + first);
    decode_links(bytes, encoding,
                 links.subspan(first * kDirections, bytes.size() / encoding.bytes_per_link()));
  });
}

void write_sites(std::span<const Matrix3> links, LinkEncoding encoding, std::size_t first_site,
                 const SitesVisitor& sink) {
  for_pieces(links.size() / kDirections, encoding.bytes_per_site(),
             [&](std::size_t first, std::span<std::byte> bytes) {
               encode_links(links.subspan(first * kDirections, bytes.size() / encoding.bytes_per_link()),
                            encoding, bytes);
               sink(bytes, first_site + first);
             });
}

}  // namespace glueball::io
