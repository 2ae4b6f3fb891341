// Memory that two processes of one host share. Nothing of it remains when both are gone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace glueball {

/// What another process needs to find it.
struct SharedMemoryName {
  std::array<char, 40> host{};  ///< and this start of it
  std::int64_t process = 0;
  std::int32_t descriptor = -1;  ///< there; -1: there is no memory
  std::uint64_t mark = 0;        ///< the memory begins with it
  std::uint64_t bytes = 0;
};

class SharedMemory {
 public:
  /// What memory begins and ends at, and its parts should: no device asks for more.
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

  /// New memory; nothing where the system has none.
  static std::optional<SharedMemory> make(std::size_t bytes);
  /// That of another process, or of this one; nothing where it is on another host or cannot be seen.
  static std::optional<SharedMemory> open(const SharedMemoryName& name);

  const SharedMemoryName& name() const { return name_; }
  std::span<std::byte> bytes() const { return whole_.subspan(kAlignment); }

 private:
  SharedMemory(int descriptor, std::span<std::byte> whole, const SharedMemoryName& name)
      : descriptor_(descriptor), whole_(whole), name_(name) {}
  static std::optional<SharedMemory> mapped(int descriptor, const SharedMemoryName& name);

  int descriptor_;
  std::span<std::byte> whole_;  ///< with the mark before the bytes
  SharedMemoryName name_;
};

}  // namespace glueball
