// Timelines by which the devices of one host's ranks wait for each other, without their hosts.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "field/device_lattice.hpp"

namespace glueball {

class RankTimelines {
 public:
  /// What a rank tells the others of: that its partial results are there, and messages to each neighbour.
  static constexpr std::size_t kResults = 0, kLines = 1 + 2 * std::size_t(kDirections);
  static constexpr std::size_t to_neighbour(int mu, std::size_t side) {
    return 1 + 2 * std::size_t(mu) + side;
  }

  /// All ranks come here; null, on all of them, where not all devices see the timelines of all. They are
  /// tried: drivers promise that to processes on one device alone.
  static std::unique_ptr<RankTimelines> open(const DeviceLattice& lattice);

  /// Counts on along the line once all that was given to the stream is done, and submits it.
  gpu::Ticket raise(gpu::Stream& stream, std::size_t line);
  /// What is given to the stream from now on waits until that rank has counted on as often as this was called
  /// for it.
  void await(gpu::Stream& stream, int rank, std::size_t line);
  /// Lets go of what waits for others, when these do not come.
  void release();

 private:
  struct Line {
    std::shared_ptr<gpu::Timeline> timeline;
    std::uint64_t value = 0;  ///< of this rank's: raised to; of others': waited for
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

/// Whether the stream has done so much within two seconds: what is tried might never end.
bool done_soon(gpu::Stream& stream, gpu::Ticket ticket);

}  // namespace glueball
