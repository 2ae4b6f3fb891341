#include "lattice/correlator.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace glueball {

Correlator by_distance(const Site& extents, const std::vector<Complex>& sums) {
  std::map<int, std::pair<int, Complex>> shells;
  for (std::size_t n = 0; n < sums.size(); ++n) {
    int r2 = 0;
    std::size_t rest = n;
    for (const int extent : extents) {
      const int d = int(rest % std::size_t(extent)), shortest = std::min(d, extent - d);
      r2 += shortest * shortest;
      rest /= std::size_t(extent);
    }
    auto& [vectors, sum] = shells[r2];
    ++vectors;
    sum += sums[n];
  }
  Correlator c;
  for (const auto& [r2, shell] : shells) {
    c.r2.push_back(r2);
    c.vectors.push_back(shell.first);
    c.values.push_back(shell.second / (double(shell.first) * double(sums.size())));
  }
  return c;
}

}  // namespace glueball
