// Partial results of global sums, of all ranks of one host, in memory that all of them see.
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
  /// For up to `capacity` bytes a rank. All ranks come here; null, on all of them, where not all are on one
  /// host, or one has no such memory.
  /// With timelines, which outlive this, devices wait for each other where a trial shows that they do.
  static std::unique_ptr<SharedResults> open(const DeviceLattice& lattice, std::size_t capacity,
                                             RankTimelines* timelines);

  /// Lets all ranks have `bytes` of this one's, and waits for theirs. All ranks come here.
  void publish(const BoundMemory& own, std::size_t bytes);
  /// The same for devices: only what the stream is given from now on need find theirs (`on_device`).
  void publish_to_devices(const BoundMemory& own, std::size_t bytes);
  /// What a rank has published last.
  std::span<const std::byte> of(int rank) const { return all_[std::size_t(rank)].place(turn()); }
  /// Whether this rank's device sees that of all, and the same memory there.
  bool on_device() const;
  const gpu::Memory& on_device(int rank) const { return *all_[std::size_t(rank)].on_device(turn()); }

 private:
  explicit SharedResults(const DeviceLattice& lattice) : lattice_(lattice) {}
  // Who has all results of the n-th sum knows that all ranks have read those of the one before: each has
  // waited for its device since, or its device has done that before it raised its timeline.
  std::size_t turn() const { return published_ % 2; }
  const SharedPlaces& own_places() const;
  void pass_on(const BoundMemory& own, std::size_t bytes, std::size_t from);
  bool try_timelines();

  const DeviceLattice& lattice_;
  std::vector<SharedPlaces> all_;       ///< by rank
  RankTimelines* timelines_ = nullptr;  ///< where devices wait for each other
  std::uint64_t published_ = 0;
};

}  // namespace glueball
