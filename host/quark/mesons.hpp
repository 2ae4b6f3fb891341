// Meson correlators on the host and their effective masses.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lattice/quark_field.hpp"

namespace glueball {

/// The origin, direction and momenta of correlators.
struct MesonPlan {
  Site origin{};                      ///< origin of distances and momenta
  int direction = 3;                  ///< direction of the correlators
  std::vector<Site> momenta{Site{}};  ///< sink momenta in units of 2 pi / L_mu; zero along `direction`
};

/// Throws Error(bad_value) for a momentum along the direction, and for an origin outside the lattice.
void check_plan(const MesonPlan& plan, const Geometry& g);

/// Returns the names of the 16 channels, by cpu::gamma_product's number: scalar, vector_x..t,
/// tensor_xy.., axial_x..t, pion.
const std::array<std::string, 16>& meson_names();

/// C_n(d) = sum over the sites at distance d of cos(p (x - origin)) <O(x) Obar(origin)>, as
/// cpu::meson_correlators defines it. This is the mean of momenta p and -p: traces on one site are
/// real, since gamma_n is hermitian or anti-hermitian.
///
/// The trace is a sum over colours of the source, so that it needs only four columns at a time.
class MesonContraction {
 public:
  using Column = FullQuarkField<ParitySpinorField>;

  /// Throws Error(bad_value) as check_plan does.
  MesonContraction(const Geometry& g, const MesonPlan& plan);

  /// Adds the contribution of one colour of the source, from its columns of spin 0..3, times `scale`.
  void add(const std::array<Column, 4>& columns, double scale = 1.0);

  /// Returns the correlator of momentum number m and channel n as a function of distance.
  const std::vector<double>& correlator(std::size_t m, int n) const { return sums_[m][std::size_t(n)]; }

 private:
  Geometry geometry_;
  MesonPlan plan_;
  std::vector<std::array<std::vector<double>, 16>> sums_;
};

/// The local meson correlators of staggered quarks (Golterman, Nucl. Phys. B273 (1986) 663), spin x taste,
/// each with the state that alternates in sign: PS gamma5 x gamma5; SC gamma_t gamma5 x gamma_t gamma5 and
/// the scalar 1 x 1; VT gamma_k x gamma_k; PV gamma_k gamma_t x gamma_k gamma_t. For quarks a and b, C(d) =
/// sum over the sites at distance d of cos(p x) s(x) Re sum over colours of conj(G_a) G_b. This is |G|^2 for
/// one quark, and the mean of both orders for two. x is counted from the origin. The sign s is 1 for PS,
/// (-1)^(x+y+z) for SC, the mean over k of (-1)^(x_k) for VT, and the mean over i < j of (-1)^(x_i + x_j) for
/// PV, where x, y, z are the three directions across.
///
/// After these four channels come the single terms of both means, which are equal only if the direction is t.
/// They are the channels M6, M7, M8 (vt) and M5, M4, M3 (pv) beside M1 (sc) and M2 (pion) of screening
/// correlators (Bazavov et al., arXiv:1908.09552, table I).
class StaggeredMesonContraction {
 public:
  using Column = FullQuarkField<ParityColourField>;
  static constexpr int kChannels = 10;
  /// Returns pion, sc, vt, pv, and the single terms, which along t are vt_x, vt_y, vt_z, pv_xy, pv_xz, pv_yz:
  /// they name the directions across.
  static std::array<std::string, kChannels> names(int direction = 3);

  /// Throws Error(bad_value) as check_plan does.
  StaggeredMesonContraction(const Geometry& g, const MesonPlan& plan);
  /// Adds the contribution of one colour of the source, the same for both quarks.
  void add(const Column& a, const Column& b);
  void add(const Column& column) { add(column, column); }
  const std::vector<double>& correlator(std::size_t m, int channel) const {
    return sums_[m][std::size_t(channel)];
  }

 private:
  Geometry geometry_;
  MesonPlan plan_;
  std::vector<std::array<std::vector<double>, kChannels>> sums_;
};

/// Returns m(t) in lattice units with C(t) / C(t+1) = cosh(m (T/2 - t)) / cosh(m (T/2 - t - 1)) for t = 0 ..
/// T/2 - 1. The correlator is averaged over t and T - t. An entry is empty if no such m exists.
std::vector<std::optional<double>> cosh_masses(const std::vector<double>& correlator);

}  // namespace glueball
