// Checks the place of a new file or directory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace glueball::io {

/// Returns the nearest existing directory above `path`; missing ones below it would be made.
std::filesystem::path nearest_above(const std::filesystem::path& path);

/// Returns the canonical name of `path`: without ".." and without links in its existing part. The name of an
/// empty path is empty.
std::filesystem::path real_place(const std::filesystem::path& path);

/// Returns true if `path` is `above`, or below it, by their names.
bool is_below(const std::filesystem::path& path, const std::filesystem::path& above);

/// Returns why nothing can be made in `directory`; empty if it can.
std::string why_not_writable(const std::filesystem::path& directory);

/// Returns the longest possible name in bytes in `directory`, or in its nearest existing parent.
std::size_t longest_name(const std::filesystem::path& directory);

/// Throws Error(bad_value) if a name in `path`, or the path, is longer than the system allows.
void require_names(const std::filesystem::path& path);

/// Checks before any work that a file `path` can be made. Throws Error(bad_value) unless the name is free, or
/// that of a regular file that is not write-protected and `force` is given. The directory must exist, or it
/// must be possible to make it. A dangling link is refused, because the file that it names is not the one
/// that would be written.
void require_writable(const std::filesystem::path& path, bool force);

/// Throws Error(bad_value) that says that the file exists.
[[noreturn]] void refuse_existing(const std::filesystem::path& path);

}  // namespace glueball::io
