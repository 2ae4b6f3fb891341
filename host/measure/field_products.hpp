// Products of field strengths at a site, summed over x and y: the energy-momentum tensor and similar
// densities.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "kernels/field_products.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// The products at a site, in this order. F is hermitian with U_p = exp(i a^2 F)
/// (lattice/action_density.hpp).
///
/// U_mn = 2 Re tr sum_s F_ms F_ns - delta_mn E with E = sum_{m<n} tr F_mn^2 is symmetric and traceless. For
/// flowed links it is the energy-momentum tensor up to matching coefficients (Suzuki, arXiv:1304.0533, whose
/// U and E contain g^2). Q is the charge density. T_c = eps_cklm tr i [F_ck, F_cl] F_cm, for one order of k,
/// l and m; its sum over c gives Weinberg's operator.
enum class FieldProduct {
  xx,
  yy,
  zz,
  tt,
  xy,
  xz,
  xt,
  yz,
  yt,
  zt,
  energy,
  charge,
  triple_x,
  triple_y,
  triple_z,
  triple_t
};
inline constexpr std::size_t kFieldProducts = 16;
using ProductsOfField = std::array<double, kFieldProducts>;

/// Sums over x and y for every z and t of the whole lattice, with the same bits for every split over ranks.
class RowProducts {
 public:
  RowProducts(Site extents, std::vector<ProductsOfField> rows) : extents_(extents), rows_(std::move(rows)) {}

  const Site& extents() const { return extents_; }
  const ProductsOfField& row(int z, int t) const {
    return rows_[std::size_t(t) * std::size_t(extents_[2]) + std::size_t(z)];
  }
  /// Adds `factor` times the rows of another; without own rows these are 0.
  void add(const RowProducts& other, double factor);
  /// Returns the mean over the sites of a time slice.
  ProductsOfField slice(int t) const;
  /// Returns the mean over all sites.
  ProductsOfField average() const;
  /// Returns (1 / L_x L_y L_z) times the sum over a time slice of the products times exp(2 pi i n z / L_z).
  std::array<Complex, kFieldProducts> slice_at(int n, int t) const;

 private:
  Site extents_;
  std::vector<ProductsOfField> rows_;
};

/// Products are in the links' precision, sums in double (or two floats).
RowProducts field_products(const DeviceLattice& lattice, const GaugeField& u, FieldStrength kind,
                           GlobalSums& sums);

/// Returns Weinberg's operator from means of T: W = (8/3) tr i [F_cr, F_nr] F~_cn with the dual F~_cn, summed
/// over n and r. `axis` is c; SIMULATeQCD takes x only. It is 16/3 times the sum of T over the other three
/// axes.
double weinberg(const ProductsOfField& means, int axis);
/// Returns its mean over the four axes, which is measured most often: 4 (T_x + T_y + T_z + T_t).
double weinberg(const ProductsOfField& means);

/// Correlators in time, dt = 0 ... N_t / 2, of slices at momentum 2 pi n / L_z along z.
struct TensorCorrelators {
  std::vector<double> shear;  ///< traceless, averaged over directions
  std::vector<double> bulk;   ///< correlator of E, not connected
};
/// Returns L_x L_y L_z times the mean over t of Re a(t)^* a(t + dt). The shear correlator is the mean of the
/// five components of spin 2 as in SIMULATeQCD, (4 X + 2 Y) / 10. X is the mean over i < j of the correlator
/// of (U_ii - U_jj) / 2. Y is the sum of the correlators of U_xy, U_xz and U_yz.
TensorCorrelators tensor_correlators(const RowProducts& rows, int n = 0);
/// The same over the pairs of slices t, t + dt for which `paired` is true; NaN at a dt without pairs.
TensorCorrelators tensor_correlators(const RowProducts& rows, int n,
                                     const std::function<bool(int, int)>& paired);

}  // namespace glueball
