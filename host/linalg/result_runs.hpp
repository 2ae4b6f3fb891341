// Positions of each rank's partial results among those of all ranks.
#pragma once

#include <vector>

#include "comm/domain.hpp"
#include "field/device_lattice.hpp"

namespace glueball {

/// Results that are contiguous both in a rank's own order and in the order of all.
struct ResultRun {
  int rank;
  std::size_t from, to, count;
};

struct ResultRuns {
  /// Computes the runs for so many components, which follow one another in both orders.
  ResultRuns(const Domain& domain, const ResultOrder& order, std::uint32_t components);

  std::vector<ResultRun> runs;
  std::vector<std::size_t> of_rank;  ///< each rank's results of all components
  std::size_t total = 0;             ///< results of one component on all ranks
  std::size_t most() const;          ///< the largest count of a rank
};

}  // namespace glueball
