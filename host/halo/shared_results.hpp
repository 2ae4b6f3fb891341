// Partial results of global sums of all ranks of one host, in shared memory.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "field/field.hpp"
#include "halo/rank_timelines.hpp"
#include "halo/shared_places.hpp"

namespace glueball {

class SharedResults {
 public:
  /// Opens memory for up to `capacity` bytes of each rank; null on all ranks if not all are on one host, or
  /// one has no such memory. With timelines, which must outlive this object, devices wait for each other if a
  /// trial shows that it works. All ranks call this.
  static std::unique_ptr<SharedResults> open(const DeviceLattice& lattice, std::size_t capacity,
                                             RankTimelines* timelines);

  /// Publishes `bytes` of this rank's results and waits for the others'. All ranks call this.
  void publish(const BoundMemory& own, std::size_t bytes);
  /// Publishes for devices: only later work of the stream is sure to see the others' results (`on_device`).
  void publish_to_devices(const BoundMemory& own, std::size_t bytes);
  /// Returns the last results that a rank has published.
  std::span<const std::byte> of(int rank) const { return all_[std::size_t(rank)].place(turn()); }
  /// Returns true if this rank's device can access the memory of all ranks.
  bool on_device() const;
  const gpu::Memory& on_device(int rank) const { return *all_[std::size_t(rank)].on_device(turn()); }

 private:
  explicit SharedResults(const DeviceLattice& lattice) : lattice_(lattice) {}
  // After all results of sum n have arrived, all ranks have read those of sum n - 1. Each has waited for its
  // device since, or its device had done so before it raised its timeline.
  std::size_t turn() const { return published_ % 2; }
  const SharedPlaces& own_places() const;
  void pass_on(const BoundMemory& own, std::size_t bytes, std::size_t from);
  bool try_timelines();

  const DeviceLattice& lattice_;
  std::vector<SharedPlaces> all_;       ///< by rank
  RankTimelines* timelines_ = nullptr;  ///< null if devices do not wait for each other
  std::uint64_t published_ = 0;
};

}  // namespace glueball
