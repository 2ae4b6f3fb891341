// Gauge transformations in SciDAC/LIME files: one colour matrix a site, as QIO writes them.
#pragma once

#include <filesystem>
#include <string>

#include "lattice/transformation.hpp"

namespace glueball::io {

struct TransformationFile {
  Geometry geometry{Site{2, 2, 2, 2}};
  Transformation g;
  std::string info;  ///< free text
};

/// Double precision, big-endian, sites with x fastest. Throws Error(bad_value) when the file exists (without
/// `force`) or cannot be created; it appears complete or not at all.
void write_transformation(const std::filesystem::path& path, const Geometry& geometry,
                          const Transformation& g, const std::string& info, bool force);

/// Reads what write_transformation writes. Throws Error(bad_file) for anything else and for a wrong
/// checksum.
TransformationFile read_transformation(const std::filesystem::path& path);

}  // namespace glueball::io
