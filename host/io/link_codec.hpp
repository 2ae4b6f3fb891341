// Binary encodings of link matrices: IEEE floats of either width and byte order, two or three rows.
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

/// Decodes `links.size()` matrices from `bytes` (links.size() * bytes_per_link bytes).
void decode_links(std::span<const std::byte> bytes, LinkEncoding encoding, std::span<Matrix3> links);

/// Encodes links; 32 bits round to nearest, two rows drop the third.
void encode_links(std::span<const Matrix3> links, LinkEncoding encoding, std::span<std::byte> bytes);

/// A function that gets the raw bytes of whole sites from `first_site` on, from several threads in any order.
using SitesVisitor = std::function<void(std::span<const std::byte> bytes, std::size_t first_site)>;

/// Fills `links` (whole sites from `first_site` on) from a field stored at `offset` in lexicographic site
/// order, mu = x, y, z, t fastest: the order of ILDG, NERSC and MILC. Reads in pieces (io/pieces.hpp) and
/// passes each to `visit`.
void read_sites(const InputFile& file, std::uint64_t offset, LinkEncoding encoding, std::size_t first_site,
                std::span<Matrix3> links, const SitesVisitor& visit);

/// Encodes `links` in pieces and passes each to `sink`, the inverse of read_sites.
void write_sites(std::span<const Matrix3> links, LinkEncoding encoding, std::size_t first_site,
                 const SitesVisitor& sink);

}  // namespace glueball::io
