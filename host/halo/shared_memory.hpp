// Memory that two processes of one host share. It disappears with the last of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace glueball {

/// The data by which another process finds the memory.
struct SharedMemoryName {
  std::array<char, 40> host{};  ///< identifies the host and its present boot
  std::int64_t process = 0;
  std::int32_t descriptor = -1;  ///< descriptor in that process; -1: there is no memory
  std::uint64_t mark = 0;        ///< the memory begins with this mark
  std::uint64_t bytes = 0;
};

class SharedMemory {
 public:
  /// Alignment of the memory and its parts; no device needs more.
  static constexpr std::size_t kAlignment = 65536;
  static constexpr std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }

  SharedMemory(SharedMemory&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)),
        whole_(std::exchange(other.whole_, {})),
        name_(other.name_) {}
  SharedMemory& operator=(SharedMemory&&) = delete;
  ~SharedMemory();

  /// Makes new memory; returns nothing if the system has none.
  static std::optional<SharedMemory> make(std::size_t bytes);
  /// Opens memory of this or another process; returns nothing if it is on another host or not visible.
  static std::optional<SharedMemory> open(const SharedMemoryName& name);

  const SharedMemoryName& name() const { return name_; }
  std::span<std::byte> bytes() const { return whole_.subspan(kAlignment); }

 private:
  SharedMemory(int descriptor, std::span<std::byte> whole, const SharedMemoryName& name)
      : descriptor_(descriptor), whole_(whole), name_(name) {}
  static std::optional<SharedMemory> mapped(int descriptor, const SharedMemoryName& name);

  int descriptor_;
  std::span<std::byte> whole_;  ///< including the mark before the bytes
  SharedMemoryName name_;
};

}  // namespace glueball
