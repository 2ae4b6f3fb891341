// What tells two configurations apart.
#pragma once

#include <string>

#include "lattice/configuration.hpp"

namespace glueball::app {

/// Of links in double precision, as SciDAC has it: "37affb9c 2fc07bbf".
std::string checksum_of(const Configuration& u);
/// The same of the links in a file, a time slice at a time. Throws Error(bad_file).
std::string checksum_of_file(const std::string& file, bool ignore_checksum);

}  // namespace glueball::app
