// Sums over a lattice that do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "reference/threads.hpp"

namespace glueball::reference {

/// Returns the sum of term(n) over n = 0..count-1. Blocks of fixed size are summed in order, each by one
/// thread, then the blocks' sums in order. The bits are the same for any number of threads.
template <class Value, class Term>
Value blocked_sum(std::size_t count, Term term) {
  constexpr std::size_t kBlock = 256;
  const std::size_t blocks = (count + kBlock - 1) / kBlock;
  std::vector<Value> partial(blocks);
#pragma omp parallel for schedule(static) if (count >= kThreadedSites)
  for (std::size_t b = 0; b < blocks; ++b) {
    Value sum{};
    const std::size_t end = std::min(count, (b + 1) * kBlock);
    for (std::size_t n = b * kBlock; n < end; ++n) sum += term(n);
    partial[b] = sum;
  }
  Value total{};
  for (const Value& sum : partial) total += sum;
  return total;
}

}  // namespace glueball::reference
