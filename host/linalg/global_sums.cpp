#include "linalg/global_sums.hpp"

#include <cstring>

namespace glueball {

double GlobalSums::norm2(const Field& x) {
  kernels::Norm2::run({lattice_, kernels::vector_flags(x)}, {}, x, partials_);
  collect(1, false);
  return totals()[0];
}

Complex GlobalSums::dot(const Field& x, const Field& y) {
  kernels::Dot::run({lattice_, kernels::vector_flags(x)}, {}, x, y, partials_);
  collect(2, false);
  const auto sums = totals();
  return {sums[0], sums[1]};
}

void GlobalSums::collect(std::uint32_t components, bool add_to_last) {
  kernels::Sum::run(lattice_,
                    {.count = lattice_.partials(), .components = components, .accumulate = add_to_last},
                    partials_, totals_);
}

void GlobalSums::collect_maximum(std::uint32_t components, bool with_last) {
  kernels::Maximum::run(lattice_,
                        {.count = lattice_.partials(), .components = components, .accumulate = with_last},
                        partials_, totals_);
}

std::array<double, Partials::kComponents> GlobalSums::totals() {
  std::array<std::uint32_t, 2 * Partials::kComponents> words;
  gpu::Stream& stream = lattice_.stream();
  const int handle = stream.readback(totals_.memory(), 0, sizeof words);
  stream.finish();
  std::memcpy(words.data(), stream.readback_data(handle).data(), sizeof words);
  std::array<double, Partials::kComponents> sums;
  for (std::size_t c = 0; c < sums.size(); ++c) sums[c] = lattice_.decode_sum(words[2 * c], words[2 * c + 1]);
  return sums;
}

}  // namespace glueball
