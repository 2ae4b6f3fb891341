// Two places in memory of the host that several processes see, which take turns, and the same memory as the
// device sees it, where its driver lets it.
#pragma once

#include <memory>
#include <span>

#include "field/device_lattice.hpp"
#include "halo/shared_memory.hpp"

namespace glueball {

class SharedPlaces {
 public:
  /// Of so many bytes each.
  SharedPlaces(SharedMemory memory) : memory_(std::move(memory)) {}
  static std::size_t both(std::size_t bytes) { return 2 * SharedMemory::aligned(bytes); }

  const SharedMemoryName& name() const { return memory_.name(); }
  std::size_t bytes() const { return memory_.bytes().size() / 2; }
  std::span<std::byte> place(std::size_t turn) const {
    return memory_.bytes().subspan(turn * bytes(), bytes());
  }
  /// Null where the device does not see it.
  gpu::Memory* on_device(std::size_t turn) const { return on_device_[turn].get(); }

  /// Lets the device see it if it can. What there is must not change meanwhile. It is tried: memory imported
  /// without an error has shown other bytes. With `write` by writing as well, after which all is as before.
  void import(const DeviceLattice& lattice, bool write);

 private:
  SharedMemory memory_;
  std::shared_ptr<gpu::Memory> on_device_[2];
};

}  // namespace glueball
