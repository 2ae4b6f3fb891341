// These are CL2QCD's random test fields and conventions, for the tests against its values.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>

#include "cpu/linalg.hpp"
#include "cpu/staggered.hpp"
#include "io/configuration_file.hpp"
#include "reference/cg.hpp"
#include "support/skip.hpp"

namespace glueball::test {

/// Compares relative to the value: doctest's own Approx takes epsilon of 1 + |value|, which is no test of
/// small numbers.
inline doctest::Approx relative(double value, double epsilon) {
  return doctest::Approx(value).scale(0.0).epsilon(epsilon);
}

inline constexpr Boundary kPeriodic = {1, 1, 1, 1};

/// This is POSIX drand48, written out so that every platform draws the same fields.
class Drand48 {
 public:
  explicit Drand48(std::uint64_t seed) : state_(seed << 16 | 0x330E) {}
  double operator()() {
    state_ = (0x5DEECE66DULL * state_ + 0xB) & ((1ULL << 48) - 1);
    return double(state_) * 0x1p-48;
  }
  Complex complex() {
    const double re = (*this)();
    return {re, (*this)()};
  }

 private:
  std::uint64_t state_;
};

/// psi_DeGrand-Rossi = gamma_y psi_CL2QCD: CL2QCD's basis is gamma_x, gamma_z, gamma_t of the opposite sign
/// and the same gamma_y. Its gamma5 = diag(1, 1, -1, -1) is then minus ours, and its twisted mass mu is our
/// -mu.
inline Spinor from_cl2qcd(const Spinor& psi) {
  Spinor r;
  for (int c = 0; c < 3; ++c) {
    r[0][c] = -psi[3][c];
    r[1][c] = psi[2][c];
    r[2][c] = psi[1][c];
    r[3][c] = -psi[0][c];
  }
  return r;
}
/// The inverse: gamma_y is its own.
inline Spinor to_cl2qcd(const Spinor& psi) { return from_cl2qcd(psi); }

/// Returns CL2QCD's random spinor field: re and im of spin and colour in site order, in its own spin basis.
inline cpu::FullField<double> random_field(const Geometry& g, std::uint64_t seed) {
  Drand48 draw(seed);
  cpu::FullField<double> field = {ParitySpinorField(g.half_volume()), ParitySpinorField(g.half_volume())};
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    Spinor psi;
    for (auto& spin : psi.s)
      for (Complex& z : spin) z = draw.complex();
    field[int(Geometry::parity(s))][g.half_index(s)] = from_cl2qcd(psi);
  }
  return field;
}

/// Returns CL2QCD's random staggered field of one parity.
inline ParityColourField random_colours(const Geometry& g, std::uint64_t seed) {
  Drand48 draw(seed);
  ParityColourField field(g.half_volume());
  for (ColourVector& chi : field)
    for (Complex& z : chi.c) z = draw.complex();
  return field;
}

inline double norm2_full(const cpu::FullField<double>& f) { return cpu::norm2(f[0]) + cpu::norm2(f[1]); }

/// Returns CL2QCD's test configuration, 4^4.
inline Configuration conf_00200() {
  return io::read_configuration(configs_directory() / "cl2qcd" / "conf.00200").configuration;
}

/// Skips the running case where its configuration is absent.
inline bool conf_00200_missing() {
  if (configs_available()) return false;
  skip("reference configurations are absent");
  return true;
}

/// Returns one of the 12 columns of the point source at the origin.
inline cpu::FullField<double> origin_source(const Geometry& g, int column) {
  cpu::FullField<double> b = {ParitySpinorField(g.half_volume()), ParitySpinorField(g.half_volume())};
  b[0][0][column / 3][column % 3] = 1.0;
  return b;
}

/// Returns the sum over 12 columns, spin, colour and the sites with coordinate z of |M^-1|^2, as a function
/// of coordinate `mu`.
template <class Operator>
std::vector<double> pion(const Operator& m, int mu) {
  const Geometry& g = m.geometry();
  std::vector<double> c(std::size_t(g.extent(mu)), 0.0);
  for (int column = 0; column < 12; ++column) {
    cpu::FullField<double> x;
    const auto result = reference::solve(m, origin_source(g, column), x, 1e-14);
    CHECK(result.residual < 1e-13);
    for (std::size_t n = 0; n < g.volume(); ++n) {
      const Site s = g.site(n);
      for (const auto& spin : x[int(Geometry::parity(s))][g.half_index(s)].s)
        for (const Complex& z : spin) c[std::size_t(s[mu])] += std::norm(z);
    }
  }
  return c;
}

/// Returns `pion` with CL2QCD's normalisation: D = M / 2 kappa is divided by the transverse volume; the
/// direction is z by default.
template <class Operator>
std::vector<double> cl2qcd_pion(const Operator& m, int mu = 2) {
  std::vector<double> c = pion(m, mu);
  for (double& value : c)
    value *= 4.0 * m.kappa() * m.kappa() * m.geometry().extent(mu) / double(m.geometry().volume());
  return c;
}

}  // namespace glueball::test
