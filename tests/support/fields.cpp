#include "support/fields.hpp"

#include <cmath>
#include <limits>

#include "cpu/gaussian_fields.hpp"
#include "cpu/random.hpp"
#include "cpu/staggered.hpp"
#include "field/transfer.hpp"
#include "reference/gauge_force.hpp"

namespace glueball::test {

Configuration weak_configuration(const Geometry& geometry, double width, std::uint64_t seed) {
  Configuration u(geometry);
  Momenta p(geometry);
  cpu::gaussian_momenta(p, seed, 0);
  reference::update_links(u, p, width, true);
  return u;
}

Configuration cancelling_paths(const Geometry& geometry) {
  Configuration u(geometry);
  for (std::size_t n = 0; n < geometry.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu)
      for (int colour = 0; colour < 2; ++colour)
        u.link(n, mu)[colour][colour] = cpu::staggered_phase(geometry.site(n), mu);
  return u;
}

std::vector<Matrix3> random_transformation(const Geometry& geometry, std::uint64_t seed) {
  const Configuration hot = hot_configuration(geometry, seed);
  std::vector<Matrix3> g;
  for (std::size_t n = 0; n < geometry.volume(); ++n) g.push_back(hot.link(n, 2));
  return g;
}

Configuration transformed(const Configuration& u, const std::vector<Matrix3>& g) {
  const Geometry& geometry = u.geometry();
  Configuration v(geometry);
  for (std::size_t n = 0; n < geometry.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu)
      v.link(n, mu) =
          g[n] * u.link(n, mu) * adjoint(g[geometry.index(geometry.neighbour(geometry.site(n), mu))]);
  return v;
}

ColourVector times(const Matrix3& u, const ColourVector& c) {
  ColourVector r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r[i] += u[i][j] * c[j];
  return r;
}

ParityColourField transformed(const Geometry& geometry, Parity parity, ParityColourField psi,
                              const std::vector<Matrix3>& g) {
  for (std::size_t n = 0; n < psi.size(); ++n)
    psi[n] = times(g[geometry.index(geometry.half_site(parity, n))], psi[n]);
  return psi;
}

ParitySpinorField transformed(const Geometry& geometry, Parity parity, ParitySpinorField psi,
                              const std::vector<Matrix3>& g) {
  for (std::size_t n = 0; n < psi.size(); ++n) {
    const Matrix3& m = g[geometry.index(geometry.half_site(parity, n))];
    for (auto& colour : psi[n].s) {
      const auto old = colour;
      for (int i = 0; i < 3; ++i) colour[i] = m[i][0] * old[0] + m[i][1] * old[1] + m[i][2] * old[2];
    }
  }
  return psi;
}

std::vector<float> random_floats(std::size_t count, std::uint64_t seed) {
  std::vector<float> values;
  for (std::uint32_t block = 0; values.size() < count; ++block)
    for (const double x : cpu::gaussians(seed, Stream::noise, 0, block, 0)) values.push_back(float(x));
  values.resize(count);
  return values;
}

ParityColourField random_colour_field(const Geometry& geometry, std::uint64_t seed) {
  const auto numbers = random_floats(6 * geometry.half_volume(), seed);
  ParityColourField field(geometry.half_volume());
  for (std::size_t n = 0; n < field.size(); ++n)
    for (int c = 0; c < 3; ++c)
      field[n][c] = {numbers[6 * n + 2 * std::size_t(c)], numbers[6 * n + 2 * std::size_t(c) + 1]};
  return field;
}

double largest_difference(const Configuration& a, const Configuration& b) {
  if (!(a.geometry() == b.geometry())) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (std::size_t n = 0; n < a.links().size(); ++n)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const double difference = std::abs(a.links()[n][i][j] - b.links()[n][i][j]);
        if (!(difference <= worst)) worst = difference;  // what is no number is not passed over
        if (std::isnan(worst)) return std::numeric_limits<double>::infinity();
      }
  return worst;
}

double product(const Momenta& p, const Momenta& q) {
  double sum = 0;
  for (std::size_t n = 0; n < p.values().size(); ++n)
    for (int a = 0; a < 8; ++a) sum += p.values()[n][a] * q.values()[n][a];
  return sum;
}

double norm(const Momenta& p) { return std::sqrt(product(p, p)); }

ParitySpinorField gamma5(ParitySpinorField psi) {
  for (Spinor& s : psi)
    for (int spin = 2; spin < 4; ++spin)
      for (Complex& z : s[spin]) z = -z;
  return psi;
}

SpinorField on_device(const DeviceLattice& lattice, const ParitySpinorField& psi) {
  SpinorField field(lattice);
  upload(psi, field);
  return field;
}

GaugeField on_device(const DeviceLattice& lattice, const Configuration& u) {
  GaugeField field(lattice);
  upload(u, field);
  return field;
}

ParitySpinorField on_host(const SpinorField& psi) {
  ParitySpinorField field;
  download(psi, field);
  return field;
}

}  // namespace glueball::test
