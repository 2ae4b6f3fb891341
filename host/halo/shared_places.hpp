// Two alternating buffers in host memory that several processes map, and the same memory on the device if its
// driver allows it.
#pragma once

#include <memory>
#include <span>

#include "field/device_lattice.hpp"
#include "halo/shared_memory.hpp"

namespace glueball {

class SharedPlaces {
 public:
  /// Makes two buffers that share the memory equally.
  SharedPlaces(SharedMemory memory) : memory_(std::move(memory)) {}
  static std::size_t both(std::size_t bytes) { return 2 * SharedMemory::aligned(bytes); }

  const SharedMemoryName& name() const { return memory_.name(); }
  std::size_t bytes() const { return memory_.bytes().size() / 2; }
  std::span<std::byte> place(std::size_t turn) const {
    return memory_.bytes().subspan(turn * bytes(), bytes());
  }
  /// Returns the buffer on the device; null if the device cannot access it.
  gpu::Memory* on_device(std::size_t turn) const { return on_device_[turn].get(); }

  /// Imports the memory on the device if possible; its content must not change meanwhile. The import is
  /// tested, because imports without an error have shown wrong bytes. With `write` writing is tested too; the
  /// content is restored.
  void import(const DeviceLattice& lattice, bool write);

 private:
  SharedMemory memory_;
  std::shared_ptr<gpu::Memory> on_device_[2];
};

}  // namespace glueball
