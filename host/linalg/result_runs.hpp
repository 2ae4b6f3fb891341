// Where the partial results of each rank belong among those of all.
#pragma once

#include <vector>

#include "comm/domain.hpp"
#include "field/result_order.hpp"

namespace glueball {

/// Results that follow one another both among those of a rank and among those of all.
struct ResultRun {
  int rank;
  std::size_t from, to, count;
};

struct ResultRuns {
  /// Of so many components, which follow one another among a rank's as among all.
  ResultRuns(const Domain& domain, const ResultOrder& order, std::uint32_t components);

  std::vector<ResultRun> runs;
  std::vector<std::size_t> of_rank;  ///< results of all components that each rank has
  std::size_t total = 0;             ///< of one component, of all ranks
  std::size_t most() const;          ///< of a rank
};

}  // namespace glueball
