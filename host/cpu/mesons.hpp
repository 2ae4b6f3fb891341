// Meson correlators from a point-to-all propagator, in double precision on the CPU.
#pragma once

#include <array>
#include <vector>

#include "cpu/gamma.hpp"
#include "cpu/spinor_field.hpp"
#include "lattice/geometry.hpp"

namespace glueball::cpu {

/// S(x, source): column 3 * spin + colour solves D S = delta for that spin and colour of the source.
using Propagator = std::array<FullField<double>, 12>;

/// Returns gamma_x^b0 gamma_y^b1 gamma_z^b2 gamma_t^b3 with b0..b3 the bits of n = 0..15: 1 the unit matrix
/// (0), the vector (1, 2, 4, 8), gamma5 (15), gamma5 times gamma_mu up to sign (14, 13, 11, 7), the tensor
/// (the others). This is Chroma's numbering.
SpinMatrix gamma_product(int n);

struct MesonOptions {
  Site source{0, 0, 0, 0};  ///< origin of distances
  int direction = 3;        ///< direction of the correlator
  /// Momentum of the sink, in units of 2 pi / L_mu; the component along `direction` is not used.
  Site momentum{0, 0, 0, 0};
};

/// Returns C_n(d) = sum over the sites at distance d along `direction` of exp(-i p (x - source)) <O(x)
/// Obar(source)>. Here O = ubar Gamma d, Gamma = gamma_product(n), Obar = dbar (gamma_d Gamma^+ gamma_d) u.
/// gamma_d is the gamma matrix of `direction`, which takes the role of time (screening masses: DeTar and
/// Kogut, Phys. Rev. Lett. 59 (1987) 399). With S(source, x) = gamma5 S(x, source)^+ gamma5 the summand is -
/// tr[Gamma S (gamma_d Gamma^+ gamma_d) gamma5 S^+ gamma5]. This is the connected correlator of two quarks
/// with one S; with a twisted mass u and d have opposite mu. C_15 is sum |S|^2 > 0; at zero momentum all are
/// real. Throws Error(bad_value) if sizes differ.
std::array<std::vector<Complex>, 16> meson_correlators(const Geometry& g, const Propagator& s,
                                                       const MesonOptions& options = {});

}  // namespace glueball::cpu
