#include "io/link_codec.hpp"

#include <algorithm>
#include <vector>

#include "io/byte_order.hpp"

namespace glueball::io {
namespace {

constexpr std::size_t kSitesPerPiece = std::size_t(1) << 15;  // 18 MiB at 64 bits
[[maybe_unused]] constexpr std::size_t kLinksWorthThreads = 4096;

template <class Real>
void decode(const std::byte* bytes, LinkEncoding encoding, Matrix3& u) {
  for (int a = 0; a < encoding.rows; ++a)
    for (int b = 0; b < 3; ++b, bytes += 2 * sizeof(Real)) {
      u[a][b] = {load<Real>(bytes, encoding.order), load<Real>(bytes + sizeof(Real), encoding.order)};
    }
  if (encoding.rows == 3) return;
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3, l = (j + 2) % 3;
    u[2][j] = std::conj(u[0][k] * u[1][l] - u[0][l] * u[1][k]);
  }
}

template <class Real>
void encode(const Matrix3& u, LinkEncoding encoding, std::byte* bytes) {
  for (int a = 0; a < encoding.rows; ++a)
    for (int b = 0; b < 3; ++b, bytes += 2 * sizeof(Real)) {
      store(Real(u[a][b].real()), encoding.order, bytes);
      store(Real(u[a][b].imag()), encoding.order, bytes + sizeof(Real));
    }
}

}  // namespace

void decode_links(std::span<const std::byte> bytes, LinkEncoding encoding, std::span<Matrix3> links) {
  const std::size_t stride = encoding.bytes_per_link();
#pragma omp parallel for if (links.size() > kLinksWorthThreads)
  for (std::int64_t n = 0; n < std::int64_t(links.size()); ++n) {
    const std::byte* from = bytes.data() + std::size_t(n) * stride;
    if (encoding.precision == 32) {
      decode<float>(from, encoding, links[std::size_t(n)]);
    } else {
      decode<double>(from, encoding, links[std::size_t(n)]);
    }
  }
}

void encode_links(std::span<const Matrix3> links, LinkEncoding encoding, std::span<std::byte> bytes) {
  const std::size_t stride = encoding.bytes_per_link();
#pragma omp parallel for if (links.size() > kLinksWorthThreads)
  for (std::int64_t n = 0; n < std::int64_t(links.size()); ++n) {
    std::byte* to = bytes.data() + std::size_t(n) * stride;
    if (encoding.precision == 32) {
      encode<float>(links[std::size_t(n)], encoding, to);
    } else {
      encode<double>(links[std::size_t(n)], encoding, to);
    }
  }
}

void read_sites(const InputFile& file, std::uint64_t offset, LinkEncoding encoding, std::size_t first_site,
                std::span<Matrix3> links, const SitesVisitor& visit) {
  const std::size_t all = links.size() / kDirections, per_site = encoding.bytes_per_site();
  std::vector<std::byte> piece(std::min(all, kSitesPerPiece) * per_site);
  for (std::size_t site = 0; site < all; site += kSitesPerPiece) {
    const std::size_t sites = std::min(kSitesPerPiece, all - site);
    const std::span bytes(piece.data(), sites * per_site);
    file.read(offset + (first_site + site) * per_site, bytes);
    visit(bytes, first_site + site);
    decode_links(bytes, encoding, links.subspan(site * kDirections, sites * kDirections));
  }
}

void write_sites(std::span<const Matrix3> links, LinkEncoding encoding, std::size_t first_site,
                 const SitesVisitor& sink) {
  const std::size_t all = links.size() / kDirections, per_site = encoding.bytes_per_site();
  std::vector<std::byte> piece(std::min(all, kSitesPerPiece) * per_site);
  for (std::size_t site = 0; site < all; site += kSitesPerPiece) {
    const std::size_t sites = std::min(kSitesPerPiece, all - site);
    const std::span bytes(piece.data(), sites * per_site);
    encode_links(links.subspan(site * kDirections, sites * kDirections), encoding, bytes);
    sink(bytes, first_site + site);
  }
}

}  // namespace glueball::io
