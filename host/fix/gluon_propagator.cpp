#include "fix/gluon_propagator.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "cpu/algebra.hpp"

namespace glueball {
namespace {

using Modes = std::vector<Complex>;  ///< in lexicographic order of sites or momenta

/// Transforms one direction after the other by direct sums: extents are short and need not be powers of two.
void transform(Modes& f, const Geometry& g, int dimensions) {
  for (int mu = 0; mu < dimensions; ++mu) {
    const std::size_t n = std::size_t(g.extent(mu));
    std::size_t stride = 1;
    for (int nu = 0; nu < mu; ++nu) stride *= std::size_t(g.extent(nu));
    std::vector<Complex> phase(n);
    for (std::size_t k = 0; k < n; ++k)
      phase[k] = std::polar(1.0, -2 * std::numbers::pi * double(k) / double(n));
#pragma omp parallel for
    for (std::size_t line = 0; line < f.size() / n; ++line) {
      const std::size_t first = line / stride * stride * n + line % stride;
      std::vector<Complex> out(n);
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t x = 0; x < n; ++x) out[k] += phase[k * x % n] * f[first + x * stride];
      for (std::size_t k = 0; k < n; ++k) f[first + k * stride] = out[k];
    }
  }
}

/// Returns a = 1..8 of A_mu, which is 2 Tr(T_a A).
Modes component(const Configuration& u, int mu, std::size_t a) {
  Modes f(u.geometry().volume());
#pragma omp parallel for
  for (std::size_t n = 0; n < f.size(); ++n) {
    const Matrix3& m = u.link(n, mu);
    f[n] = cpu::coefficients(Complex(0, -0.5) * (m - adjoint(m)))[a];
  }
  return f;
}

/// Returns the wave number between -L/2 and L/2.
double wave(int k, int extent) { return k <= extent / 2 ? k : k - extent; }

bool passes(const MomentumCut& cut, const Site& k, const Geometry& g, int dimensions) {
  double along = 0, square = 0;
  int largest = 0;
  for (int mu = 0; mu < dimensions; ++mu) largest = std::max(largest, g.extent(mu));
  for (int mu = 0; mu < dimensions; ++mu) {
    const double p = std::abs(wave(k[std::size_t(mu)], g.extent(mu))) * largest / g.extent(mu);
    along += p / std::sqrt(double(dimensions));
    square += p * p;
  }
  const double across = std::sqrt(std::max(square - along * along, 0.0));
  const double angle = square > 0 ? std::atan2(across, along) * 180 / std::numbers::pi : 0;
  return (cut.cylinder < 0 || across <= cut.cylinder + 1e-9) && angle <= cut.cone + 1e-9;
}

}  // namespace

std::vector<PropagatorBin> gluon_propagator(const Configuration& u, Gauge gauge, const MomentumCut& cut) {
  const Geometry& g = u.geometry();
  const int dimensions = directions(gauge);
  std::vector<double> power(g.volume());
  for (int mu = 0; mu < dimensions; ++mu)
    for (std::size_t a = 0; a < 8; ++a) {
      Modes f = component(u, mu, a);
      transform(f, g, dimensions);  // the phase of half a link drops out of the modulus
      for (std::size_t n = 0; n < f.size(); ++n) power[n] += std::norm(f[n]);
    }
  struct Sum {
    double p2 = 0, d = 0;
    int entries = 0;
  };
  std::map<long, Sum> bins;
  for (std::size_t n = 0; n < power.size(); ++n) {
    const Site k = g.site(n);  // in Coulomb gauge the last component is a time, and times are averaged
    if (!passes(cut, k, g, dimensions)) continue;
    double p2 = 0;
    for (int mu = 0; mu < dimensions; ++mu)
      p2 += std::pow(2 * std::sin(std::numbers::pi * k[std::size_t(mu)] / g.extent(mu)), 2);
    Sum& bin = bins[std::lround(p2 * 1e9)];
    const double sites = dimensions == 4 ? double(g.volume()) : double(g.volume()) / g.extent(3);
    bin.p2 = p2;
    bin.d += power[n] / (8 * (p2 > 1e-9 ? dimensions - 1 : dimensions) * sites);
    ++bin.entries;
  }
  std::vector<PropagatorBin> result;
  for (const auto& [key, bin] : bins) {
    const int times = dimensions == 4 ? 1 : g.extent(3);
    result.push_back({std::sqrt(bin.p2), bin.d / bin.entries, bin.entries / times});
  }
  return result;
}

}  // namespace glueball
