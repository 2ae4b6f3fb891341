// How the formats lay down link matrices: IEEE floats of either width and byte order, three rows or two.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "io/input_file.hpp"
#include "lattice/geometry.hpp"
#include "lattice/su3.hpp"

namespace glueball::io {

/// A link is `rows` rows of three complex numbers; with two rows the third is the conjugate of their cross
/// product.
struct LinkEncoding {
  int precision = 64;                    ///< bits of a real number: 32 or 64
  std::endian order = std::endian::big;  ///< byte order
  int rows = 3;                          ///< 3 or 2

  constexpr std::size_t bytes_per_link() const { return std::size_t(rows) * 6 * std::size_t(precision / 8); }
  constexpr std::size_t bytes_per_site() const { return kDirections * bytes_per_link(); }
};

/// `links.size()` matrices from `bytes` (links.size() * bytes_per_link bytes).
void decode_links(std::span<const std::byte> bytes, LinkEncoding encoding, std::span<Matrix3> links);

/// The inverse; 32 bits round to nearest, two rows drop the third.
void encode_links(std::span<const Matrix3> links, LinkEncoding encoding, std::span<std::byte> bytes);

/// Called with the raw bytes of whole sites, starting at site `first_site`: from several threads, in any
/// order.
using SitesVisitor = std::function<void(std::span<const std::byte> bytes, std::size_t first_site)>;

/// Fills `links` (whole sites from `first_site` on) from a field stored at `offset` in lexicographic site
/// order, mu = x, y, z, t fastest: the order of ILDG, NERSC and MILC. Reads in pieces (io/pieces.hpp) and
/// shows each to `visit`.
void read_sites(const InputFile& file, std::uint64_t offset, LinkEncoding encoding, std::size_t first_site,
                std::span<Matrix3> links, const SitesVisitor& visit);

/// The inverse of read_sites: encodes `links` in pieces and hands each to `sink`.
void write_sites(std::span<const Matrix3> links, LinkEncoding encoding, std::size_t first_site,
                 const SitesVisitor& sink);

}  // namespace glueball::io
