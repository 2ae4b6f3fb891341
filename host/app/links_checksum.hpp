// A checksum of links, which identifies a configuration.
#pragma once

#include <string>

#include "lattice/configuration.hpp"

namespace glueball::app {

/// Returns the SciDAC checksum of the links in double precision: "37affb9c 2fc07bbf".
std::string checksum_of(const Configuration& u);
/// Returns the checksum of the links in a file, read a time slice at a time. Throws Error(bad_file).
std::string checksum_of_file(const std::string& file, bool ignore_checksum);

}  // namespace glueball::app
