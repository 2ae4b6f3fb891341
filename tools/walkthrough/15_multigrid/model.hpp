// Links of U(1) in two dimensions, and the gauged Laplacian on the CPU in double precision.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

namespace schwinger {

using Complex = std::complex<double>;
using Field = std::vector<Complex>;  ///< a number a site, x fastest

/// Uniform in (0, 1); the generator is the same on every machine.
inline double uniform(std::mt19937& random) { return (double(random()) + 0.5) * 0x1p-32; }

inline Field random_field(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  Field field(size);
  for (Complex& z : field) {
    const double re = 2 * uniform(random) - 1;
    z = {re, 2 * uniform(random) - 1};
  }
  return field;
}

/// A square lattice with its links. Sites are counted along x, then along y.
struct Lattice {
  std::size_t extent;
  std::vector<std::array<Complex, 2>> u;

  std::size_t volume() const { return extent * extent; }
  std::size_t ahead(std::size_t site, int mu) const {
    return mu == 0 ? site - site % extent + (site + 1) % extent : (site + extent) % volume();
  }
};

/// U_mu(x) -> g(x) U_mu(x) conj(g(x + mu)) with random phases g.
inline void turn(Lattice& lattice, std::uint32_t seed) {
  std::mt19937 random(seed);
  Field g(lattice.volume());
  for (Complex& z : g) z = std::polar(1.0, 2 * std::numbers::pi * uniform(random));
  for (std::size_t site = 0; site < g.size(); ++site)
    for (int mu = 0; mu < 2; ++mu)
      lattice.u[site][std::size_t(mu)] *= g[site] * std::conj(g[lattice.ahead(site, mu)]);
}

/// In two dimensions no chain is needed: the angle through each plaquette is a gaussian of width 1 /
/// sqrt(beta) by itself, except that all of them add up to zero. Links with these plaquettes follow one by
/// one, and a random choice of the gauge hides how that was done.
inline Lattice links(std::size_t extent, double beta, std::uint32_t seed) {
  std::mt19937 random(seed);
  Lattice lattice{extent, {}};
  std::vector<double> flux(lattice.volume()), ax(flux.size()), ay(flux.size());
  double total = 0;
  for (double& angle : flux) {
    const double r = std::sqrt(-2 * std::log(uniform(random)) / beta);
    total += angle = r * std::cos(2 * std::numbers::pi * uniform(random));
  }
  for (double& angle : flux) angle -= total / double(flux.size());
  for (std::size_t site = 0; site < flux.size(); ++site)  // links in x are 1, but for the last of each row
    if (site % extent + 1 < extent) ay[site + 1] = ay[site] + flux[site];
  for (std::size_t last = extent - 1; last + extent < flux.size(); last += extent)
    ax[last + extent] = ax[last] + ay[last + 1 - extent] - ay[last] - flux[last];
  for (std::size_t site = 0; site < flux.size(); ++site)
    lattice.u.push_back({std::polar(1.0, ax[site]), std::polar(1.0, ay[site])});
  turn(lattice, seed + 1);
  return lattice;
}

/// A x = sum over mu of 2 x(s) - U_mu(s) x(s + mu) - conj(U_mu(s - mu)) x(s - mu)
inline Field laplacian(const Lattice& lattice, const Field& x) {
  Field image(x.size());
  for (std::size_t s = 0; s < x.size(); ++s)
    for (int mu = 0; mu < 2; ++mu) {
      const std::size_t to = lattice.ahead(s, mu);
      const Complex u = lattice.u[s][std::size_t(mu)];
      image[s] += 2.0 * x[s] - u * x[to];
      image[to] -= std::conj(u) * x[s];
    }
  return image;
}

}  // namespace schwinger
