#include "linalg/vector_dots.hpp"

#include <cstring>

namespace glueball {
namespace {

/// Real and imaginary part, two words each.
using DotWords = std::array<std::uint32_t, 4>;

}  // namespace

void VectorDots::add(const Field& x, const Field& y, bool to_last) {
  kernels::Dot::run({lattice_, kernels::vector_flags(x)}, {}, x, y, sums_.partials());
  const GlobalSums::Collected all = sums_.collected(2);
  kernels::Sum::run(lattice_, {.count = all.count, .components = 2, .accumulate = to_last}, all.partials,
                    totals_);
}

int VectorDots::ask() { return lattice_.stream().readback(totals_.memory(), 0, sizeof(DotWords)); }

void VectorDots::collect(std::vector<int>& handles, std::vector<Complex>& all) {
  lattice_.stream().finish();
  for (const int handle : handles) {
    DotWords w;
    std::memcpy(w.data(), lattice_.stream().readback_data(handle).data(), sizeof w);
    all.emplace_back(lattice_.decode_sum(w[0], w[1]), lattice_.decode_sum(w[2], w[3]));
  }
  handles.clear();
}

}  // namespace glueball
