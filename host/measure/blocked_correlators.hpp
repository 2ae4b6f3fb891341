// Correlators of blocks of the charge density and of the energy-momentum tensor.
#pragma once

#include <vector>

#include "measure/field_products.hpp"

namespace glueball {

/// Products of the field strength, averaged over cubes of n^3 sites of each time slice.
class BlockedProducts {
 public:
  /// `sites` in lexicographic order of the whole lattice. Throws Error(bad_value) where n does not divide the
  /// extents in space.
  BlockedProducts(const Site& extents, const std::vector<ProductsOfField>& sites, int n);

  /// Of blocks in space, sites in time; in lexicographic order.
  const Site& extents() const { return extents_; }
  int n() const { return n_; }
  const ProductsOfField& operator[](std::size_t block) const { return blocks_[block]; }
  std::size_t count() const { return blocks_.size(); }

 private:
  Site extents_;
  int n_;
  std::vector<ProductsOfField> blocks_;
};

/// On every rank that of all; products in the links' precision, averages in double.
BlockedProducts blocked_products(const DeviceLattice& lattice, const GaugeField& u, FieldStrength kind,
                                 int n);

/// C(dt, r) of all pairs of blocks at times dt = 0 ... N_t / 2 apart (either way) and one distance in space
/// (shortest way round): the mean over these pairs. By Fourier transforms, O(V log V).
struct BlockedCorrelators {
  std::vector<int> r2;       ///< r^2 in lattice units, a multiple of n^2, rising from 0
  std::vector<int> vectors;  ///< displacements of blocks that have it
  /// Rows of dt, r2 fastest. With m(dt) = 1 for dt = 0 and N_t / 2 and 2 otherwise,
  /// n^6 N_t N_blocks sum over dt and r2 of m vectors C = Q^2 of the charge, N_blocks of a time slice.
  std::vector<double> charge;
  std::vector<double> shear, bulk;  ///< as TensorCorrelators has them, without the volume
};
BlockedCorrelators blocked_correlators(const BlockedProducts& blocks);

}  // namespace glueball
