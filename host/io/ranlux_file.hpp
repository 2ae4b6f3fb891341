// The RANLUX generators of a chain in a file, beside the configuration that they belong to.
#pragma once

#include <filesystem>
#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/ranlux_words.hpp"

namespace glueball::io {

/// "glueball ranlux 1", the lattice, a checksum (SciDAC's, a generator for a site), then the words in
/// little-endian order: a generator a site and one for the lattice. Throws as AtomicFile does.
void write_ranlux(const std::filesystem::path& path, const Geometry& geometry,
                  const std::vector<RanluxWords>& generators);

/// Throws Error(bad_file) for a file that is missing, damaged, or of another lattice.
std::vector<RanluxWords> read_ranlux(const std::filesystem::path& path, const Geometry& geometry);

}  // namespace glueball::io
