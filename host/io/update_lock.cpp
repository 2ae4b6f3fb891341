#include "io/update_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace glueball::io {

UpdateLock::UpdateLock(const std::filesystem::path& path) {
  for (;;) {
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX) != 0) return;
    // The process before may have replaced the file whose lock this one waited for.
    struct stat held {
    }, now{};
    if (::fstat(descriptor_, &held) != 0 || ::stat(path.c_str(), &now) != 0) return;
    if (held.st_dev == now.st_dev && held.st_ino == now.st_ino) return;
    ::close(descriptor_);
  }
}

UpdateLock::~UpdateLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace glueball::io
