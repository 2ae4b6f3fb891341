// Reads a gauge configuration from a file of any known format.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "lattice/configuration.hpp"

namespace glueball::io {

struct ReadOptions {
  /// Read on although a checksum, plaquette or link trace stored in the file disagrees with the links.
  bool ignore_checksum = false;
  /// Read links that are not SU(3): smeared links, boundary signs or zeros multiplied in.
  bool allow_non_su3 = false;
  /// (x, y, z, t), for files that do not state their extents; must agree with those that do.
  std::optional<Site> extents{};
  /// (x, y, z, t) that the caller needs; other extents are an error that names both.
  std::optional<Site> expected{};
};

/// A configuration and what its file said about it.
struct ConfigurationFile {
  Configuration configuration;
  std::string format{};                       ///< "ildg", "scidac", "nersc", "milc", "openqcd", "hirep"
  int precision = 64;                         ///< bits of a real number in the file: 32 or 64
  std::optional<double> header_plaquette{};   ///< Re tr / 3 averaged over plaquettes, as stored
  std::optional<double> header_link_trace{};  ///< Re tr / 3 averaged over links, as stored
  std::string checksum{};          ///< in the format's notation, computed from the data; may be empty
  bool checksum_verified = false;  ///< the file stores the same
  std::map<std::string, std::string>
      header{};  ///< the file's texts: NERSC keys, LIME text records, time stamps
};

/// Recognises the format by content, never by name, and verifies checksums, stored plaquette and link trace,
/// and that links are SU(3) (deviation up to 1e-4 in 32-bit files, 1e-5 in 64-bit files, which some writers
/// fill from 32-bit links). Throws Error(bad_input) naming the file for anything missing, damaged or unknown.
ConfigurationFile read_configuration(const std::filesystem::path& path, const ReadOptions& options = {});

}  // namespace glueball::io
