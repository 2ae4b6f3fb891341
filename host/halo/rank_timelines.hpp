// Timelines by which the devices of one host's ranks wait for each other without their hosts.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "field/device_lattice.hpp"

namespace glueball {

class RankTimelines {
 public:
  /// Lines of a rank: one tells that its partial results are complete, the others tell of messages to each
  /// neighbour.
  static constexpr std::size_t kResults = 0, kLines = 1 + 2 * std::size_t(kDirections);
  static constexpr std::size_t to_neighbour(int mu, std::size_t side) {
    return 1 + 2 * std::size_t(mu) + side;
  }

  /// Opens the timelines of all ranks; null on all ranks if not every device sees those of all. They are
  /// tried, because drivers promise this only to processes on one device. All ranks call this.
  static std::unique_ptr<RankTimelines> open(const DeviceLattice& lattice);

  /// Increments the line once all work of the stream is done, and submits the work.
  gpu::Ticket raise(gpu::Stream& stream, std::size_t line);
  /// Makes later work of the stream wait until that rank has incremented its line as often as this was called
  /// for it.
  void await(gpu::Stream& stream, int rank, std::size_t line);
  /// Releases all work that waits for others, if these do not come.
  void release();

 private:
  struct Line {
    std::shared_ptr<gpu::Timeline> timeline;
    std::uint64_t value = 0;  ///< of this rank: raised to; of others: waited for
  };
  using Lines = std::array<Line, kLines>;

  explicit RankTimelines(const DeviceLattice& lattice) : lattice_(lattice) {}
  bool make_own();
  bool import_all();
  bool try_hosts();
  bool try_devices();
  Lines& own() { return lines_[std::size_t(lattice_.domain()->ranks().rank())]; }

  const DeviceLattice& lattice_;
  std::vector<Lines> lines_;  ///< by rank
};

/// Returns true if the stream reaches the ticket within two seconds; a failed trial might never end.
bool done_soon(gpu::Stream& stream, gpu::Ticket ticket);

}  // namespace glueball
