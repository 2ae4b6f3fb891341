// The header of a configuration file, and the results of its verification.
#pragma once

#include <bit>
#include <map>
#include <optional>
#include <string>

#include "io/qcdml.hpp"

namespace glueball::io {

struct FileHeader {
  /// Format: "ildg", "scidac", "nersc", "milc", "openqcd", "hirep", "mdp" or "vogt".
  std::string format{};
  int precision = 64;                         ///< bits of a real number in the file: 32 or 64
  int rows = 3;                               ///< rows stored of each link: 3, or 2 (NERSC)
  std::endian order = std::endian::big;       ///< byte order of the links
  std::optional<double> header_plaquette{};   ///< Re tr / 3 averaged over plaquettes, as stored
  std::optional<double> header_link_trace{};  ///< Re tr / 3 averaged over links, as stored
  std::string checksum{};          ///< in the format's notation, computed from the data; may be empty
  bool checksum_verified = false;  ///< the file stores the same checksum
  std::string not_su3{};           ///< says which links are not SU(3), where these are allowed
  /// Texts of the file: NERSC keys, LIME text records, time stamps.
  std::map<std::string, std::string> header{};
  std::optional<Qcdml> qcdml{};  ///< the catalogue's document in an ILDG file
};

}  // namespace glueball::io
