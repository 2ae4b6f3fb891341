// Where a new file or directory would come to be.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace glueball::io {

/// The nearest thing above `path` that is there: what is missing below it would be made.
std::filesystem::path nearest_above(const std::filesystem::path& path);

/// The one name of all that `path` may be called: without links in what is there of it, and "..".
std::filesystem::path real_place(const std::filesystem::path& path);

/// True if `path` is `above`, or below it, by their names.
bool is_below(const std::filesystem::path& path, const std::filesystem::path& above);

/// Why nothing can be made in `directory`, or nothing where it can.
std::string why_not_writable(const std::filesystem::path& directory);

/// Bytes of the longest name in `directory`, or in what is there above it.
std::size_t longest_name(const std::filesystem::path& directory);

/// Throws Error(bad_value) where a name in `path`, or all of it, is longer than the system takes.
void require_names(const std::filesystem::path& path);

/// Before there is work: throws Error(bad_value) unless a file `path` may come to be: its name is free, or
/// that of a regular file that is not write-protected and `force` is given, and its directory is there or can
/// be made. A link to nothing is refused: what it names is not what would be written.
void require_writable(const std::filesystem::path& path, bool force);

/// Throws Error(bad_value).
[[noreturn]] void refuse_existing(const std::filesystem::path& path);

}  // namespace glueball::io
