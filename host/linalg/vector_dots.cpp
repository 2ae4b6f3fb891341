#include "linalg/vector_dots.hpp"

#include <array>
#include <cstring>

#include "kernels/several_fields.hpp"

namespace glueball {
namespace {

/// Real and imaginary part of two products, two words each.
using DotWords = std::array<std::uint32_t, 8>;

}  // namespace

void VectorDots::add(const Field& a, const Field& b, const Field& y, bool to_last) {
  kernels::DotTwo::run({lattice_, kernels::vector_flags(y)}, {}, a, b, y, sums_.partials());
  const GlobalSums::Collected all = sums_.collected(4);
  kernels::run_components<kernels::Sum>(lattice_, {.count = all.count, .accumulate = to_last}, 4,
                                        all.partials, totals_);
}

std::vector<Complex> VectorDots::of(std::span<const Product> products) {
  std::vector<Complex> all;
  std::vector<int> handles;
  std::vector<std::size_t> from;  // the position of each product in `all`; a launch has two
  while (from.size() < products.size()) {
    const std::size_t n = from.size(), launch = all.size() + 2 * handles.size();
    const bool two = n + 1 < products.size() && &products[n + 1].y == &products[n].y;
    // the last of an odd number is computed twice
    add(products[n].x, products[n + two].x, products[n].y, false);
    for (std::size_t k = 0; k < 1u + two; ++k) from.push_back(launch + k);
    handles.push_back(ask());
    if (handles.size() == kAtOnce || from.size() == products.size()) collect(handles, all);
  }
  for (std::size_t& place : from) all[std::size_t(&place - from.data())] = all[place];
  all.resize(from.size());
  return all;
}

int VectorDots::ask() { return lattice_.stream().readback(totals_.memory(), 0, sizeof(DotWords)); }

void VectorDots::collect(std::vector<int>& handles, std::vector<Complex>& all) {
  lattice_.stream().finish();
  for (const int handle : handles) {
    DotWords w;
    std::memcpy(w.data(), lattice_.stream().readback_data(handle).data(), sizeof w);
    for (const std::size_t k : {0, 4})
      all.emplace_back(lattice_.decode_sum(w[k], w[k + 1]), lattice_.decode_sum(w[k + 2], w[k + 3]));
  }
  handles.clear();
}

}  // namespace glueball
