// Writes cache files. A failure is not an error, because a cache only saves time.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace glueball::io {

/// Writes a file of a cache under another name and moves it to its place, so that concurrent runs never see
/// an incomplete one. Makes the directory. The file is not synced, because readers check it. Returns the
/// reason of a failure; nothing on success.
std::optional<std::string> write_cache_file(const std::filesystem::path& path,
                                            const std::string& contents) noexcept;

}  // namespace glueball::io
