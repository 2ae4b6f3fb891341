// The few calls of NVIDIA's driver that a copy from one GPU's memory to another's takes. It is looked for at
// run time: nothing of it is needed to build the program, or to run it elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "gpu/info.hpp"

namespace glueball {

/// A GPU, in a context of this process.
class Cuda {
 public:
  /// The GPU of this UUID; null where there is no such driver, or it does not know the GPU.
  static std::shared_ptr<Cuda> open(const gpu::Uuid& device);
  ~Cuda();
  Cuda(const Cuda&) = delete;
  Cuda& operator=(const Cuda&) = delete;

  using Pointer = unsigned long long;

  /// Memory of a GPU that other processes and APIs can open by a descriptor, which stays the caller's.
  class Memory {
   public:
    Memory(Memory&& other) noexcept;
    Memory& operator=(Memory&&) = delete;
    ~Memory();
    Pointer pointer() const { return pointer_; }
    std::size_t bytes() const { return bytes_; }

   private:
    friend class Cuda;
    Memory(std::shared_ptr<Cuda> cuda, unsigned long long handle, std::size_t bytes)
        : cuda_(std::move(cuda)), handle_(handle), bytes_(bytes) {}
    bool map();
    std::shared_ptr<Cuda> cuda_;
    unsigned long long handle_ = 0;
    Pointer pointer_ = 0;
    std::size_t bytes_ = 0;
  };

  /// What allocations are multiples of.
  std::size_t granularity() const { return granularity_; }
  /// A multiple of the granularity on this GPU; nothing where it has no more.
  std::optional<Memory> allocate(std::size_t bytes);
  /// -1 where the driver refuses.
  int descriptor(const Memory& memory) const;
  /// Memory of any GPU that this one reaches; nothing where it does not.
  std::optional<Memory> import(int descriptor, std::size_t bytes);

  /// Begins to copy; copies of one lane go one after the other.
  bool copy(int lane, Pointer to, Pointer from, std::size_t bytes);
  /// Until all copies of the lane are done.
  bool wait(int lane);

 private:
  struct Calls;
  class Current;
  Cuda() = default;

  std::shared_ptr<const Calls> calls_;
  int device_ = 0;
  void* context_ = nullptr;
  void* lanes_[2] = {};
  std::size_t granularity_ = 0;
  std::weak_ptr<Cuda> self_;
};

}  // namespace glueball
