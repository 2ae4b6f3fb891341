// The output of glueball info for propagators and sources.
#pragma once

#include <filesystem>
#include <string>

namespace glueball::app {

/// Returns header text on one line, without control characters and of limited length.
std::string short_line(std::string text);

/// Returns format, lattice, and for every column its label, |x|^2 and checksum, as lines of text or as one
/// JSON object. Throws Error(bad_file) as QuarkFieldSource does.
std::string quark_info(const std::filesystem::path& path, bool json, bool ignore_checksum);

}  // namespace glueball::app
