// Preloaded into a program: makes one of its calls on files below a directory fail, or kills it there. Calls
// are counted from 1 in the order they are made. The environment tells it what to do:
//   GLUEBALL_FAULT_BELOW  the directory, absolute
//   GLUEBALL_FAULT_AT     the number of the call; 0: none
//   GLUEBALL_FAULT_HOW    eio: it fails; full: it and all later ones that need room fail; before, after:
//                         SIGKILL comes then; torn: it writes half, then SIGKILL comes
//   GLUEBALL_FAULT_NAMED  1: the file system makes no file without a name
//   GLUEBALL_FAULT_LOG    a file that gets a line for each call: its name
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum class How { eio, full, before, after, torn };

struct Plan {
  const char* below = std::getenv("GLUEBALL_FAULT_BELOW");
  std::size_t length = below ? std::strlen(below) : 0;
  long at = std::getenv("GLUEBALL_FAULT_AT") ? std::atol(std::getenv("GLUEBALL_FAULT_AT")) : 0;
  How how = How::eio;
  bool named = std::getenv("GLUEBALL_FAULT_NAMED") && *std::getenv("GLUEBALL_FAULT_NAMED") == '1';
  int log = -1;

  Plan() {
    const char* word = std::getenv("GLUEBALL_FAULT_HOW");
    static constexpr const char* kWords[] = {"eio", "full", "before", "after", "torn"};
    for (int n = 0; word && n < 5; ++n)
      if (std::strcmp(word, kWords[n]) == 0) how = How(n);
    if (const char* file = std::getenv("GLUEBALL_FAULT_LOG"))
      log = int(syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  }
  bool concerns(const char* path) const {
    return below && path && std::strncmp(path, below, length) == 0 &&
           (path[length] == '/' || path[length] == 0);
  }
};

const Plan& plan() {
  static const Plan the;
  return the;
}

bool concerns(int descriptor) {
  if (!plan().below) return false;
  char link[64], path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return false;
  path[length] = 0;
  return plan().concerns(path);
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

[[noreturn]] void die() {
  syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  for (;;) pause();
}

std::atomic<long> g_calls = 0;

/// Counts the call `name`; what becomes of it: `call()`, or -1 with errno, or none. `half` does half of it
/// where it can be halved.
template <class Call, class OneParity>
auto strike(const char* name, bool ours, bool needs_room, Call call, OneParity half,
            decltype(call()) failed) {
  if (!ours) return call();
  const long number = ++g_calls;
  const Plan& p = plan();
  if (p.log >= 0) {
    char line[64];
    const int length = std::snprintf(line, sizeof line, "%s\n", name);
    syscall(SYS_write, p.log, line, std::size_t(length));
  }
  if (p.at == 0 || number < p.at) return call();
  if (p.how == How::full && needs_room) {
    errno = ENOSPC;
    return failed;
  }
  if (number != p.at) return call();
  switch (p.how) {
    case How::eio:
      errno = EIO;
      return failed;
    case How::before:
      die();
    case How::after:
      call();
      die();
    case How::torn:
      half();
      die();
    case How::full:
      break;
  }
  return call();
}

template <class Call>
auto strike(const char* name, bool ours, bool needs_room, Call call, decltype(call()) failed) {
  return strike(
      name, ours, needs_room, call, [] {}, failed);
}

int opened(const char* name, const char* path, int flags, mode_t mode) {
  if (plan().named && (flags & __O_TMPFILE) != 0) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return strike(
      name, plan().concerns(path), (flags & (O_CREAT | __O_TMPFILE)) != 0,
      [&] { return real<int(const char*, int, ...)>(name)(path, flags, mode); }, -1);
}

int opened_at(const char* name, int directory, const char* path, int flags, mode_t mode) {
  const bool ours =
      path && path[0] == '/' ? plan().concerns(path) : directory != AT_FDCWD && concerns(directory);
  return strike(
      name, ours, (flags & O_CREAT) != 0,
      [&] { return real<int(int, const char*, int, ...)>(name)(directory, path, flags, mode); }, -1);
}

mode_t mode_of(int flags, va_list rest) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? mode_t(va_arg(rest, int)) : 0;
}

ssize_t put(const char* name, int descriptor, const void* bytes, std::size_t count) {
  const auto write = real<ssize_t(int, const void*, std::size_t)>(name);
  return strike(
      name, concerns(descriptor), true, [&] { return write(descriptor, bytes, count); },
      [&] { write(descriptor, bytes, count / 2); }, -1);
}

ssize_t put_at(const char* name, int descriptor, const void* bytes, std::size_t count, off_t offset) {
  const auto write = real<ssize_t(int, const void*, std::size_t, off_t)>(name);
  return strike(
      name, concerns(descriptor), true, [&] { return write(descriptor, bytes, count, offset); },
      [&] { write(descriptor, bytes, count / 2, offset); }, -1);
}

int of_path(const char* name, const char* path, bool needs_room = false) {
  return strike(
      name, plan().concerns(path), needs_room, [&] { return real<int(const char*)>(name)(path); }, -1);
}

int of_paths(const char* name, const char* from, const char* to, bool needs_room) {
  return strike(
      name, plan().concerns(from) || plan().concerns(to), needs_room,
      [&] { return real<int(const char*, const char*)>(name)(from, to); }, -1);
}

int of_file(const char* name, int descriptor) {
  return strike(
      name, concerns(descriptor), false, [&] { return real<int(int)>(name)(descriptor); }, -1);
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened("open", path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened("open64", path, flags, mode);
}
int openat(int directory, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened_at("openat", directory, path, flags, mode);
}
int openat64(int directory, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened_at("openat64", directory, path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) {
  return strike(
      "fopen", plan().concerns(path), mode[0] != 'r',
      [&] { return real<FILE*(const char*, const char*)>("fopen")(path, mode); }, nullptr);
}
FILE* fopen64(const char* path, const char* mode) {
  return strike(
      "fopen64", plan().concerns(path), mode[0] != 'r',
      [&] { return real<FILE*(const char*, const char*)>("fopen64")(path, mode); }, nullptr);
}
DIR* opendir(const char* path) {
  return strike(
      "opendir", plan().concerns(path), false, [&] { return real<DIR*(const char*)>("opendir")(path); },
      nullptr);
}
ssize_t read(int descriptor, void* bytes, std::size_t count) {
  return strike(
      "read", concerns(descriptor), false,
      [&] { return real<ssize_t(int, void*, std::size_t)>("read")(descriptor, bytes, count); }, -1);
}
ssize_t pread(int descriptor, void* bytes, std::size_t count, off_t offset) {
  return strike(
      "pread", concerns(descriptor), false,
      [&] {
        return real<ssize_t(int, void*, std::size_t, off_t)>("pread")(descriptor, bytes, count, offset);
      },
      -1);
}
ssize_t pread64(int descriptor, void* bytes, std::size_t count, off64_t offset) {
  return strike(
      "pread64", concerns(descriptor), false,
      [&] {
        return real<ssize_t(int, void*, std::size_t, off64_t)>("pread64")(descriptor, bytes, count, offset);
      },
      -1);
}
ssize_t write(int descriptor, const void* bytes, std::size_t count) {
  return put("write", descriptor, bytes, count);
}
ssize_t pwrite(int descriptor, const void* bytes, std::size_t count, off_t offset) {
  return put_at("pwrite", descriptor, bytes, count, offset);
}
ssize_t pwrite64(int descriptor, const void* bytes, std::size_t count, off64_t offset) {
  return put_at("pwrite64", descriptor, bytes, count, offset);
}
int ftruncate(int descriptor, off_t length) {
  return strike(
      "ftruncate", concerns(descriptor), false,
      [&] { return real<int(int, off_t)>("ftruncate")(descriptor, length); }, -1);
}
int ftruncate64(int descriptor, off64_t length) {
  return strike(
      "ftruncate64", concerns(descriptor), false,
      [&] { return real<int(int, off64_t)>("ftruncate64")(descriptor, length); }, -1);
}
int fsync(int descriptor) { return of_file("fsync", descriptor); }
int fdatasync(int descriptor) { return of_file("fdatasync", descriptor); }
int rename(const char* from, const char* to) { return of_paths("rename", from, to, false); }
int link(const char* from, const char* to) noexcept { return of_paths("link", from, to, true); }
int linkat(int from_at, const char* from, int to_at, const char* to, int flags) noexcept {
  return strike(
      "linkat", plan().concerns(to), true,
      [&] {
        return real<int(int, const char*, int, const char*, int)>("linkat")(from_at, from, to_at, to, flags);
      },
      -1);
}
int unlink(const char* path) noexcept { return of_path("unlink", path); }
int remove(const char* path) noexcept { return of_path("remove", path); }
int rmdir(const char* path) noexcept { return of_path("rmdir", path); }
int mkdir(const char* path, mode_t mode) noexcept {
  return strike(
      "mkdir", plan().concerns(path), true,
      [&] { return real<int(const char*, mode_t)>("mkdir")(path, mode); }, -1);
}

}  // extern "C"
