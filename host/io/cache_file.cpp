#include "io/cache_file.hpp"

#include <exception>

#include "io/atomic_file.hpp"

namespace glueball::io {

std::optional<std::string> write_cache_file(const std::filesystem::path& path,
                                            const std::string& contents) noexcept {
  try {
    std::filesystem::create_directories(path.parent_path());
    AtomicFile file(path, true);
    file.write(contents);
    file.commit_unsynced();
    return std::nullopt;
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace glueball::io
