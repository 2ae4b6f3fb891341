#include "memory_folder.hpp"

#include <unistd.h>

#include "gpu/shader.hpp"

namespace glueball::fuzz {
namespace fs = std::filesystem;

MemoryFolder::MemoryFolder() : path_("/dev/shm/glueball-fuzz-" + std::to_string(::getpid())) {
  fs::create_directories(path_);
}

MemoryFolder::~MemoryFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

fs::path MemoryFolder::link(const std::string& name, const fs::path& target) const {
  const fs::path link = path_ / name;
  std::error_code error;
  if (fs::read_symlink(link, error) == target) return link;
  fs::remove(link, error);
  fs::create_symlink(target, link);
  return link;
}

}  // namespace glueball::fuzz

namespace glueball::gpu {

/// There are no shaders here; seeds and targets have this hash.
std::uint64_t shader_hash() { return 1; }

}  // namespace glueball::gpu
