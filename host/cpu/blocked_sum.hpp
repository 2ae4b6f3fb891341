// Loops over a lattice by several threads, and sums that do not depend on their number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace glueball::cpu {

/// Below this number of sites a hop takes about as long as waking the threads (tens of microseconds).
inline constexpr std::size_t kThreadedSites = 1024;

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

}  // namespace glueball::cpu
