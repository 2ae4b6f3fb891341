// ILDG and SciDAC (QIO) gauge configurations: LIME records, metadata in XML, big-endian links.
#pragma once

#include <filesystem>
#include <string>

#include "io/configuration_file.hpp"
#include "io/input_file.hpp"

namespace glueball::io {

/// Reads a LIME file holding one gauge field. Extents and precision come from ildg-format, else from the
/// SciDAC records, else (bare ildg-binary-data) from options.extents and the record's length. Throws
/// Error(bad_input).
ConfigurationFile read_ildg(const InputFile& file, const ReadOptions& options);

struct WriteOptions {
  int precision = 64;      ///< bits of a real number: 32 (rounded to nearest) or 64 (exact)
  bool force = false;      ///< overwrite an existing file
  std::string xlf_info{};  ///< free text on the origin, "plaquette = ..." lines by custom; none when empty
  std::string logical_filename{};  ///< ildg-data-lfn; none when empty
};

/// Writes ildg-format, ildg-binary-data and scidac-checksum in one message, complete or not at all. Throws
/// Error(usage) for a precision other than 32 or 64 or a target that exists (without force) or cannot be
/// created.
void write_ildg(const std::filesystem::path& path, const Configuration& u, const WriteOptions& options = {});

}  // namespace glueball::io
