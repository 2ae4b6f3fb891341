#include "support/small_disk.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace glueball::test {
namespace {

bool put(const char* file, const std::string& text) {
  std::ofstream out(file);
  return bool(out << text << std::flush);
}

/// Into a namespace of its own, where the process may mount; it must have one thread. Users stay who they
/// are, so that programs that are started from here find their home.
bool enter_namespace() {
  const auto user = std::to_string(getuid()), group = std::to_string(getgid());
  return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && put("/proc/self/setgroups", "deny") &&
         put("/proc/self/uid_map", user + " " + user + " 1") &&
         put("/proc/self/gid_map", group + " " + group + " 1");
}

}  // namespace

SmallDisk::SmallDisk(const std::filesystem::path& place, int kibibytes) : place_(place) {
  std::filesystem::create_directory(place);
  const std::string size = "size=" + std::to_string(kibibytes) + "k";
  const auto mount_it = [&] {
    return mount("tmpfs", place.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, size.c_str()) == 0;
  };
  mounted_ = mount_it() || (enter_namespace() && mount_it());
}

SmallDisk::~SmallDisk() {
  if (mounted_) umount2(place_.c_str(), MNT_DETACH);
}

}  // namespace glueball::test
