#include "reference/wilson_lines.hpp"

#include <algorithm>
#include <cstdlib>

#include "reference/loops.hpp"

namespace glueball::reference {

std::map<int, double> wilson_lines(const Configuration& u, int length) {
  const Geometry& g = u.geometry();
  std::vector<Matrix3> lines;
  for (std::size_t n = 0; n < g.volume(); ++n)
    lines.push_back(path_product(u, g.site(n), {{3, true, length}}));
  std::map<int, double> sums, pairs;
  for (std::size_t m = 0; m < g.volume(); ++m)
    for (std::size_t n = 0; n < g.volume(); ++n) {
      const Site x = g.site(m), y = g.site(n);
      if (x[3] != y[3]) continue;
      int r2 = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const int one_way = std::abs(x[k] - y[k]), r = std::min(one_way, g.extents()[k] - one_way);
        r2 += r * r;
      }
      sums[r2] += trace(lines[m] * adjoint(lines[n])).real() / 3;
      ++pairs[r2];
    }
  for (auto& [r2, sum] : sums) sum /= pairs[r2];
  return sums;
}

}  // namespace glueball::reference
