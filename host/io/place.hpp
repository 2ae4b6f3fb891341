// Where a new file or directory would come to be.
#pragma once

#include <filesystem>
#include <string>

namespace glueball::io {

/// The nearest thing above `path` that is there: what is missing below it would be made.
std::filesystem::path nearest_above(const std::filesystem::path& path);

/// Why nothing can be made in `directory`, or nothing where it can.
std::string why_not_writable(const std::filesystem::path& directory);

}  // namespace glueball::io
