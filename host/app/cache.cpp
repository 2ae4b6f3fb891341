#include "app/cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

#include "app/progress.hpp"
#include "base/error.hpp"
#include "gpu/shader.hpp"
#include "io/cache_file.hpp"

namespace glueball::app {
namespace {

namespace fs = std::filesystem;

struct Header {
  char magic[16] = "glueball-pipe-2";
  std::uint64_t shaders = 0, bytes = 0, checksum = 0;
};

/// CRC-32: zlib reads a full cache in a few hundredths of a second.
std::uint64_t checksum(std::span<const std::byte> bytes) {
  return crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(fs::file_size(path), '\0');
  file.read(text.data(), std::streamsize(text.size()));
  text.resize(std::size_t(file.gcount()));
  return text;
}

/// A lock on one byte of a file. It ends with the descriptor, however the process ends.
class ByteClaim : public gpu::PipelineStore::Claim {
 public:
  explicit ByteClaim(int descriptor) : descriptor_(descriptor) {}
  ~ByteClaim() override { ::close(descriptor_); }
  ByteClaim(const ByteClaim&) = delete;
  ByteClaim& operator=(const ByteClaim&) = delete;

 private:
  int descriptor_;
};

// Drivers take seconds for the longest kernels. A process that holds a claim for longer is stopped or hangs.
constexpr auto kLongestWait = std::chrono::seconds(60);
constexpr auto kLook = std::chrono::milliseconds(2);

}  // namespace

fs::path cache_directory() {
  if (const auto own = variable("GLUEBALL_CACHE"); !own.empty()) return own;
  // The XDG base directory specification says to ignore a relative path.
  if (const fs::path xdg = variable("XDG_CACHE_HOME"); xdg.is_absolute()) return xdg / "glueball";
  if (const fs::path home = variable("HOME"); home.is_absolute()) return home / ".cache" / "glueball";
  return {};
}

void warn_of_cache(const fs::path& path, const std::string& what) noexcept {
  static std::mutex one_at_a_time;
  static std::set<std::string> said;
  try {
    const std::lock_guard lock(one_at_a_time);
    if (said.insert(path.string()).second) warn(fmt::format("cache {}: {}", path.string(), what));
  } catch (const std::exception&) {
    // A warning about the cache must not fail a run.
  }
}

std::vector<std::byte> FilePipelineStore::load(const std::string& name) noexcept {
  try {
    const fs::path file = path(name);
    std::error_code error;
    if (!fs::exists(file, error)) return {};
    Header header;
    std::string text;
    if (fs::is_regular_file(file, error) && fs::file_size(file, error) <= sizeof header + kMostBytes)
      text = read_file(file);
    if (text.size() >= sizeof header) std::memcpy(&header, text.data(), sizeof header);
    const auto payload = std::as_bytes(std::span(text)).subspan(std::min(text.size(), sizeof header));
    if (text.size() < sizeof header || std::memcmp(header.magic, Header().magic, sizeof header.magic) != 0 ||
        header.bytes != payload.size() || header.checksum != checksum(payload)) {
      warn_of_cache(directory_, name + ": damaged, or not ours; it is ignored and written anew");
      return {};
    }
    if (header.shaders != gpu::shader_hash()) return {};
    return {payload.begin(), payload.end()};
  } catch (const std::exception& error) {
    warn_of_cache(directory_, error.what());
    return {};
  }
}

void FilePipelineStore::save(const std::string& name, std::span<const std::byte> bytes) noexcept {
  try {
    std::error_code error;
    if (bytes.size() > kMostBytes) {
      fs::remove(path(name), error);  // starts anew, because no entry is known to be still wanted
      return;
    }
    Header header;
    header.shaders = gpu::shader_hash();
    header.bytes = bytes.size();
    header.checksum = checksum(bytes);
    std::string text(reinterpret_cast<const char*>(&header), sizeof header);
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (const auto why = io::write_cache_file(path(name), text))
      warn_of_cache(directory_, name + ": not kept: " + *why);
  } catch (const std::exception& error) {
    warn_of_cache(directory_, error.what());
  }
}

std::unique_ptr<gpu::PipelineStore::Claim> FilePipelineStore::claim(std::uint64_t key) noexcept {
  try {
    std::error_code error;
    fs::create_directories(directory_, error);
    const int file = ::open((directory_ / "claims").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return nullptr;
    auto claim = std::make_unique<ByteClaim>(file);
    // The lock belongs to the open file, not to the process, so it also separates devices of several threads.
    struct flock byte {};
    byte.l_type = F_WRLCK;
    byte.l_whence = SEEK_SET;
    byte.l_start = off_t(key >> 2);  // offsets and their end are signed
    byte.l_len = 1;
    const auto until = std::chrono::steady_clock::now() + kLongestWait;
    while (::fcntl(file, F_OFD_SETLK, &byte) != 0) {
      const bool taken = errno == EAGAIN || errno == EACCES || errno == EINTR;
      if (!taken || std::chrono::steady_clock::now() > until) return nullptr;
      std::this_thread::sleep_for(kLook);
    }
    return claim;
  } catch (const std::exception&) {
    return nullptr;
  }
}

void FilePipelineStore::trim(const std::string& folder) noexcept {
  try {
    struct File {
      fs::file_time_type written;
      std::uintmax_t bytes;
      fs::path path;
    };
    std::vector<File> files;
    std::uintmax_t bytes = 0;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory_ / folder, error)) {
      const File file{entry.last_write_time(error), entry.file_size(error), entry.path()};
      if (error) continue;  // another process trims the same directory
      files.push_back(file);
      bytes += file.bytes;
    }
    if (bytes <= kMostBytes) return;
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.written < b.written; });
    for (const File& file : files) {
      if (bytes <= kMostBytes / 2) break;
      if (fs::remove(file.path, error)) bytes -= file.bytes;
    }
  } catch (const std::exception& error) {
    warn_of_cache(directory_, error.what());
  }
}

}  // namespace glueball::app
