#include "io/place.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace glueball::io {

namespace fs = std::filesystem;

fs::path nearest_above(const fs::path& path) {
  std::error_code error;
  fs::path there = fs::absolute(path).lexically_normal().parent_path();
  // A link to nothing is there, and nothing can be made in it.
  while (!fs::exists(fs::symlink_status(there, error)) && there.has_relative_path())
    there = there.parent_path();
  return there;
}

std::string why_not_writable(const fs::path& directory) {
  std::error_code error;
  if (!fs::is_directory(directory, error)) return "no directory";
  return access(directory.c_str(), W_OK | X_OK) == 0 ? "" : std::strerror(errno);
}

}  // namespace glueball::io
