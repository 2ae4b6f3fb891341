// The few functions of NVIDIA's driver that copy from one GPU's memory to another's. They are looked up at
// run time, so that building and running the program elsewhere needs nothing of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "gpu/info.hpp"

namespace glueball {

/// A GPU in a CUDA context of this process.
class Cuda {
 public:
  /// Opens the GPU of this UUID; null if there is no driver, or the driver does not know the GPU.
  static std::shared_ptr<Cuda> open(const gpu::Uuid& device);
  ~Cuda();
  Cuda(const Cuda&) = delete;
  Cuda& operator=(const Cuda&) = delete;

  using Pointer = unsigned long long;

  /// Memory of a GPU that other processes and APIs can open by a descriptor, which the caller must close.
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

  /// Returns the granularity of allocations.
  std::size_t granularity() const { return granularity_; }
  /// Allocates a multiple of the granularity on this GPU; returns nothing if its memory is used up.
  std::optional<Memory> allocate(std::size_t bytes);
  /// Returns a descriptor; -1 if the driver refuses.
  int descriptor(const Memory& memory) const;
  /// Imports memory of another GPU; returns nothing if this GPU cannot reach it.
  std::optional<Memory> import(int descriptor, std::size_t bytes);

  /// Begins a copy. Copies of one lane (a CUDA stream) run one after the other.
  bool copy(int lane, Pointer to, Pointer from, std::size_t bytes);
  /// Waits until all copies of the lane are done.
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
