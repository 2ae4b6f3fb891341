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

/// Writes double precision, big-endian, sites with x fastest. The file appears complete or not at all. Throws
/// Error(bad_value) if it exists (without `force`) or cannot be created.
void write_transformation(const std::filesystem::path& path, const Geometry& geometry,
                          const Transformation& g, const std::string& info, bool force);

/// Reads the files of write_transformation. Throws Error(bad_file) for any other file and for a wrong
/// checksum.
TransformationFile read_transformation(const std::filesystem::path& path);

}  // namespace glueball::io
