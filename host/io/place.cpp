#include "io/place.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <system_error>

#include "base/error.hpp"

namespace glueball::io {

namespace fs = std::filesystem;

namespace {

/// Returns true for a protected file even for root, who could write it.
bool is_protected(const fs::path& path, const fs::file_status& status) {
  constexpr fs::perms kWrite = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  return (status.permissions() & kWrite) == fs::perms::none || ::access(path.c_str(), W_OK) != 0;
}

}  // namespace

fs::path nearest_above(const fs::path& path) {
  std::error_code error;
  fs::path there = fs::absolute(path).lexically_normal().parent_path();
  // A dangling link exists, but nothing can be made in it.
  while (!fs::exists(fs::symlink_status(there, error)) && there.has_relative_path())
    there = there.parent_path();
  return there;
}

fs::path real_place(const fs::path& path) {
  if (path.empty()) return path;
  std::error_code error;
  fs::path real = fs::weakly_canonical(fs::absolute(path), error);
  if (error) real = fs::absolute(path).lexically_normal();
  return real.has_filename() ? real : real.parent_path();  // without the slash behind a directory's name
}

bool is_below(const fs::path& path, const fs::path& above) {
  return std::mismatch(above.begin(), above.end(), path.begin(), path.end()).first == above.end();
}

std::string why_not_writable(const fs::path& directory) {
  std::error_code error;
  if (!fs::is_directory(directory, error)) return "no directory";
  return access(directory.c_str(), W_OK | X_OK) == 0 ? "" : std::strerror(errno);
}

std::size_t longest_name(const fs::path& directory) {
  const fs::path there = nearest_above(directory / "x");
  const long most = ::pathconf(there.c_str(), _PC_NAME_MAX);
  return most > 0 ? std::size_t(most) : NAME_MAX;
}

void require_names(const fs::path& path) {
  const auto refuse = [&](const std::string& what, std::size_t is, std::size_t most) {
    throw Error(ErrorKind::bad_value,
                path.string() + ": " + what + " of " + std::to_string(is) + " bytes, where " +
                    std::to_string(most) + " are the most",
                "give a shorter one");
  };
  if (path.native().size() >= PATH_MAX) refuse("a path", path.native().size(), PATH_MAX - 1);
  const std::size_t most = longest_name(path.parent_path());
  for (const fs::path& name : path)
    if (name.native().size() > most) refuse("a name", name.native().size(), most);
}

void refuse_existing(const fs::path& path) {
  throw Error(ErrorKind::bad_value, path.string() + " exists", "give <force> or another name");
}

void require_writable(const fs::path& path, bool force) {
  const auto refuse = [&](const std::string& why, const char* hint) {
    throw Error(ErrorKind::bad_value, path.string() + why, hint);
  };
  if (!path.has_filename()) refuse(" is no file name", "name a file");
  require_names(path);
  std::error_code error;
  const auto target = fs::status(path, error);
  if (target.type() == fs::file_type::none)
    refuse(" cannot be written: " + error.message(), "choose another name");
  if (fs::is_directory(target)) refuse(" is a directory", "name a file");
  if (fs::exists(target) && !fs::is_regular_file(target))
    refuse(" is not a regular file", "choose another name");
  if (fs::exists(target) && !force) refuse_existing(path);
  // A new file replaces the old one, which the system allows whatever the old one's permissions are.
  if (fs::exists(target) && is_protected(path, target)) refuse(" is write-protected", "choose another name");
  if (!fs::exists(target) && fs::is_symlink(fs::symlink_status(path, error)))
    refuse(" is a link to nothing", "choose another name");
  // If it is a link, the file that it names is written.
  const bool linked = fs::is_symlink(fs::symlink_status(path, error));
  const fs::path there = nearest_above(linked ? fs::canonical(path) : path);
  if (const std::string why = why_not_writable(there); !why.empty())
    refuse(" cannot be written: " + there.string() + ": " + why, "choose another name");
}

}  // namespace glueball::io
