#include "measure/wilson_lines.hpp"

#include "base/error.hpp"
#include "measure/correlator.hpp"
#include "measure/links_in_time.hpp"

namespace glueball {
WilsonLines wilson_lines(const DeviceLattice& lattice, const GaugeField& u, int longest) {
  const Geometry whole = lattice.geometry().whole();
  const int extent = whole.extent(3);
  if (longest < 1 || longest > extent)
    throw Error(
        ErrorKind::bad_value,
        "no Wilson lines of up to " + std::to_string(longest) + " links on a lattice of " + whole.to_string(),
        "choose 1 to " + std::to_string(extent));
  const std::vector<Matrix3> links = links_in_time(lattice, u);
  const BoxFourier space(slice_extents(whole, 3));
  const std::size_t sites = space.volume();
  std::vector<std::vector<Complex>> spectra(static_cast<std::size_t>(longest), std::vector<Complex>(sites));
  for (int t = 0; t < extent; ++t) {
    std::vector<Matrix3> lines(sites, Matrix3::identity());
    for (int l = 1; l <= longest; ++l) {
      const Matrix3* next = &links[std::size_t((t + l - 1) % extent) * sites];
#pragma omp parallel for
      for (std::size_t n = 0; n < sites; ++n) lines[n] = lines[n] * next[n];
      add_spectrum(space, lines, lines, Combination::singlet, spectra[std::size_t(l - 1)]);
    }
  }
  WilsonLines result{longest, {}, {}};
  for (int l = 1; l <= longest; ++l) {
    const Correlator c = correlator(space, std::move(spectra[std::size_t(l - 1)]));
    if (l == 1) {
      result.r2 = c.r2;
      result.values.resize(c.r2.size() * std::size_t(longest));
    }
    for (std::size_t n = 0; n < c.r2.size(); ++n)
      result.values[n * std::size_t(longest) + std::size_t(l - 1)] = c.values[n].real() / extent;
  }
  return result;
}

}  // namespace glueball
