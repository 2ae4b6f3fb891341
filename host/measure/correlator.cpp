#include "measure/correlator.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/error.hpp"
#include "reference/correlator.hpp"

namespace glueball {
namespace {

/// Pairs of sites a dispatch meets: well below a second on a slow GPU, whose driver stops what takes longer.
constexpr std::size_t kPairs = std::size_t(1) << 26;

void check(const DeviceLattice& lattice, const MatrixSiteField& a, const MatrixSiteField& b) {
  if (a.extents() != b.extents())
    throw Error(ErrorKind::bad_value, "correlator of fields over different boxes");
  for (std::size_t mu = 0; mu < kDirections; ++mu)
    if (const int e = a.extents()[mu]; e != 1 && e != lattice.geometry().whole_extents()[mu])
      throw Error(ErrorKind::bad_value, "correlator of fields over a box that is no slice of the lattice");
}

}  // namespace

Correlator correlator(const DeviceLattice& lattice, const MatrixSiteField& a, const MatrixSiteField& b,
                      Combination combination) {
  check(lattice, a, b);
  const Site e = a.extents();
  const std::size_t count = a.volume(), rows = count / std::size_t(e[0]);
  const std::size_t rows_at_once = std::max<std::size_t>(1, kPairs / (count * std::size_t(e[0])));
  CorrelatorSums sums(lattice, count);
  for (std::size_t row = 0; row < rows; row += rows_at_once) {
    kernels::Correlator::run({lattice, std::uint32_t(combination)},
                             {.extent_x = std::uint32_t(e[0]),
                              .extent_y = std::uint32_t(e[1]),
                              .extent_z = std::uint32_t(e[2]),
                              .extent_t = std::uint32_t(e[3]),
                              .first_row = std::uint32_t(row),
                              .rows = std::uint32_t(std::min(rows_at_once, rows - row))},
                             a, b, sums);
    lattice.stream().submit();
  }
  std::vector<std::uint32_t> words(4 * count);
  lattice.stream().download(sums.memory(), std::as_writable_bytes(std::span(words)));
  std::vector<Complex> values(count);
  for (std::size_t d = 0; d < count; ++d)
    values[d] = {lattice.decode_sum(words[4 * d], words[4 * d + 1]),
                 lattice.decode_sum(words[4 * d + 2], words[4 * d + 3])};
  return reference::by_distance(e, values);
}

}  // namespace glueball
