// The part of a lattice that one rank has, and its neighbours.
#pragma once

#include <optional>

#include "comm/communicator.hpp"
#include "comm/rank_grid.hpp"
#include "comm/transport.hpp"

namespace glueball {

/// Common properties of the devices of all ranks.
struct DevicesOfRanks {
  /// All devices are of one kind, so the same operations give the same bits.
  bool alike = true;
  /// Each device has double precision.
  bool float64 = true;
};

class Domain {
 public:
  /// `ranks` must outlive this object and have as many ranks as the grid.
  Domain(Communicator& ranks, const Geometry& whole, const RankGrid& grid,
         Transport transport = Transport::best, std::optional<bool> overlap = {},
         const DevicesOfRanks& devices = {})
      : ranks_(ranks),
        grid_(grid),
        transport_(transport),
        overlap_(overlap),
        devices_(devices),
        whole_(whole),
        geometry_(grid.part(whole, ranks.rank())) {}

  Communicator& ranks() const { return ranks_; }
  const RankGrid& grid() const { return grid_; }
  /// Returns the transport that was asked for.
  Transport transport() const { return transport_; }
  /// Returns true if devices compute while ghosts are in transit; if not given, GPUs do.
  std::optional<bool> overlap() const { return overlap_; }
  const DevicesOfRanks& devices() const { return devices_; }
  const Geometry& whole() const { return whole_; }
  /// The geometry of this rank's part, and of any rank's.
  const Geometry& geometry() const { return geometry_; }
  Geometry geometry(int rank) const { return grid_.part(whole_, rank); }
  /// Returns the rank of the neighbouring domain one step further along mu, or one step back.
  int neighbour(int mu, int steps) const { return grid_.neighbour(ranks_.rank(), mu, steps); }

 private:
  Communicator& ranks_;
  RankGrid grid_;
  Transport transport_;
  std::optional<bool> overlap_;
  DevicesOfRanks devices_;
  Geometry whole_, geometry_;
};

}  // namespace glueball
