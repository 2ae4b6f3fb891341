// Reads a gauge configuration from a file of any known format.
#pragma once

#include <filesystem>

#include "io/file_header.hpp"
#include "io/read_options.hpp"
#include "lattice/configuration.hpp"

namespace glueball::io {

/// A configuration and the header of its file.
struct ConfigurationFile : FileHeader {
  ConfigurationFile(FileHeader header, Configuration u)
      : FileHeader(std::move(header)), configuration(std::move(u)) {}
  Configuration configuration;
};

/// Reads a configuration. It recognises the format by content, never by name. It verifies checksums, stored
/// plaquette and link trace, and that links are SU(3). The deviation may be 1e-4 in 32-bit files and 1e-5 in
/// 64-bit files, which some writers fill from 32-bit links. Throws Error(bad_file) naming the file for
/// anything missing, damaged or unknown.
ConfigurationFile read_configuration(const std::filesystem::path& path, const ReadOptions& options = {});

}  // namespace glueball::io
