#include "measure/polyakov.hpp"

#include "measure/jackknife.hpp"

namespace glueball {

PolyakovLoops polyakov_loops(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, int mu) {
  PolyakovLoops loops{MatrixSiteField(lattice, slice_extents(lattice.geometry(), mu)), 0.0};
  kernels::Polyakov::run(lattice, {.mu = std::uint32_t(mu)}, u[Parity::even], u[Parity::odd], loops.field,
                         sums.partials());
  sums.collect(2, false);
  const auto totals = sums.totals();
  loops.average = Complex(totals[0], totals[1]) / (3.0 * double(loops.field.volume()));
  return loops;
}

SeriesEstimate polyakov_susceptibility(std::span<const Complex> averages, double space_volume,
                                       std::size_t bin) {
  std::vector<std::vector<double>> samples;
  for (const Complex& l : averages) samples.push_back({std::norm(l), std::abs(l)});
  return estimate(
      samples, [=](std::span<const double> m) { return space_volume * (m[0] - m[1] * m[1]); }, bin);
}

}  // namespace glueball
