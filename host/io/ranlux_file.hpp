// The RANLUX generators of a chain in a file beside their configuration.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/ranlux_words.hpp"

namespace glueball::io {

struct RanluxState {
  // These identify the configuration: generators alone would fit any configuration of their size.
  int step = 0;
  std::uint64_t seed = 0;
  double plaquette = 0;
  std::vector<RanluxWords> generators{};  ///< one a site and one for the lattice
};

/// Writes "glueball ranlux 2", the lattice, step, seed and plaquette (9 digits), and a checksum (SciDAC's, a
/// generator for a site), a line each, then the words in little-endian order. Throws as AtomicFile does.
void write_ranlux(const std::filesystem::path& path, const Geometry& geometry, const RanluxState& state);

/// Throws Error(bad_file) for a file that is missing, damaged or of another lattice, and for format 1, which
/// does not identify its configuration.
RanluxState read_ranlux(const std::filesystem::path& path, const Geometry& geometry);

}  // namespace glueball::io
