#include "reference/dot.hpp"

#include "reference/blocked_sum.hpp"
#include "reference/same_lattice.hpp"

namespace glueball::reference {

Complex dot(const ParitySpinorField& a, const ParitySpinorField& b) {
  require_sites(a.size(), b.size(), "scalar product");
  return blocked_sum<Complex>(a.size(), [&](std::size_t n) {
    Complex sum[4] = {};
    for (int spin = 0; spin < 4; ++spin)
      for (int c = 0; c < 3; ++c) sum[spin] += std::conj(a[n][spin][c]) * b[n][spin][c];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  });
}

Complex dot(const ParityColourField& a, const ParityColourField& b) {
  require_sites(a.size(), b.size(), "scalar product");
  return blocked_sum<Complex>(a.size(), [&](std::size_t n) {
    Complex sum;
    for (int c = 0; c < 3; ++c) sum += std::conj(a[n][c]) * b[n][c];
    return sum;
  });
}

}  // namespace glueball::reference
