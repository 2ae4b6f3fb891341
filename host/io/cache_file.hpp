// Files that only save time: whatever goes wrong with one is no error.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace glueball::io {

/// Writes a file of a cache beside its place and moves it there, so that runs side by side never see half of
/// one. Makes the directory. It is not synced: readers check what they find. Returns why that failed, nothing
/// when it did not.
std::optional<std::string> write_cache_file(const std::filesystem::path& path,
                                            const std::string& contents) noexcept;

}  // namespace glueball::io
