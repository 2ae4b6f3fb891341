// What glueball info says of propagators and sources.
#pragma once

#include <filesystem>
#include <string>

namespace glueball::app {

/// Header text on one line, without what would steer a terminal, and not endless.
std::string short_line(std::string text);

/// Format, lattice, and for every column its label, |x|^2 and checksum: lines of text, or one JSON object.
/// Throws Error(bad_file) as QuarkFieldSource does.
std::string quark_info(const std::filesystem::path& path, bool json, bool ignore_checksum);

}  // namespace glueball::app
