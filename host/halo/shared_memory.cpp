#include "halo/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <random>
#include <string>

namespace glueball {
namespace {

std::array<char, 40> this_host() {
  std::array<char, 40> id{};
  std::ifstream("/proc/sys/kernel/random/boot_id").read(id.data(), id.size() - 1);
  return id;
}

std::uint64_t new_mark() {
  std::random_device random;
  return std::uint64_t(random()) << 32 | random() | 1u;
}

}  // namespace

SharedMemory::~SharedMemory() {
  if (!whole_.empty()) munmap(whole_.data(), whole_.size());
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<SharedMemory> SharedMemory::mapped(int descriptor, const SharedMemoryName& name) {
  const std::size_t size = kAlignment + name.bytes;
  void* at = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (at == MAP_FAILED) {
    close(descriptor);
    return {};
  }
  return SharedMemory(descriptor, {static_cast<std::byte*>(at), size}, name);
}

std::optional<SharedMemory> SharedMemory::make(std::size_t bytes) {
  SharedMemoryName name{this_host(), getpid(), -1, new_mark(), aligned(bytes)};
  const int descriptor = memfd_create("glueball-halo", MFD_CLOEXEC);
  if (descriptor < 0) return {};
  // The memory is reserved here: a lack of it would later raise a signal.
  if (posix_fallocate(descriptor, 0, off_t(kAlignment + name.bytes)) != 0) {
    close(descriptor);
    return {};
  }
  name.descriptor = descriptor;
  auto memory = mapped(descriptor, name);
  if (memory) std::memcpy(memory->whole_.data(), &name.mark, sizeof name.mark);
  return memory;
}

std::optional<SharedMemory> SharedMemory::open(const SharedMemoryName& name) {
  const auto host = this_host();
  if (name.descriptor < 0 || host[0] == 0 || name.host != host) return {};
  const std::string path = "/proc/" + std::to_string(name.process) + "/fd/" + std::to_string(name.descriptor);
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return {};
  // In another name space of processes the descriptor may be another file.
  struct stat is {};
  if (fstat(descriptor, &is) != 0 || !S_ISREG(is.st_mode) ||
      std::uint64_t(is.st_size) != kAlignment + name.bytes) {
    close(descriptor);
    return {};
  }
  auto memory = mapped(descriptor, name);
  std::uint64_t mark = 0;
  if (memory) std::memcpy(&mark, memory->whole_.data(), sizeof mark);
  if (mark != name.mark) return {};
  return memory;
}

}  // namespace glueball
