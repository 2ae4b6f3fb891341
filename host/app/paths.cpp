#include "app/paths.hpp"

namespace glueball::app {

namespace fs = std::filesystem;

fs::path data_directory() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const fs::path here = program.parent_path();
  for (const fs::path& candidate : {here / "../share/glueball", here / "../../assets"}) {
    if (fs::is_directory(candidate / "presets", error)) return candidate.lexically_normal();
  }
  return {};
}

fs::path find_input(const std::string& name) {
  std::error_code error;
  const fs::path path(name);
  if (path.is_absolute() || fs::exists(path, error)) return path;
  const fs::path data = data_directory();
  if (data.empty()) return path;
  const fs::path below = name.starts_with("assets/") ? fs::path(name.substr(7)) : path;
  return fs::exists(data / below, error) ? data / below : path;
}

}  // namespace glueball::app
