// Correlators of blocks of the charge density and of the energy-momentum tensor.
#pragma once

#include <vector>

#include "measure/field_products.hpp"

namespace glueball {

/// Products of the field strength, averaged over cubes of n^3 sites in each time slice.
class BlockedProducts {
 public:
  /// `sites` are in lexicographic order of the whole lattice. Throws Error(bad_value) if n does not divide
  /// the spatial extents.
  BlockedProducts(const Site& extents, const std::vector<ProductsOfField>& sites, int n);

  /// Extents in blocks in space and in sites in time; blocks are in lexicographic order.
  const Site& extents() const { return extents_; }
  int n() const { return n_; }
  const ProductsOfField& operator[](std::size_t block) const { return blocks_[block]; }
  std::size_t count() const { return blocks_.size(); }

 private:
  Site extents_;
  int n_;
  std::vector<ProductsOfField> blocks_;
};

/// Returns the blocks of the whole lattice on every rank. Products are in the links' precision, averages in
/// double.
BlockedProducts blocked_products(const DeviceLattice& lattice, const GaugeField& u, FieldStrength kind,
                                 int n);

/// C(dt, r) of all pairs of blocks at times dt = 0 ... N_t / 2 apart (either way) and at one spatial distance
/// (periodic): the mean over these pairs. It is computed by Fourier transforms in O(V log V).
struct BlockedCorrelators {
  std::vector<int> r2;       ///< r^2 in lattice units, multiples of n^2 in ascending order from 0
  std::vector<int> vectors;  ///< number of block displacements for each r^2
  /// Rows of dt with r2 fastest. Let m(dt) be 1 for dt = 0 and N_t / 2, else 2, and N_blocks the blocks of a
  /// time slice. Then n^6 N_t N_blocks sum over dt and r2 of m vectors C = Q^2 with the charge Q.
  std::vector<double> charge;
  std::vector<double> shear, bulk;  ///< as in TensorCorrelators, without the volume factor
};
BlockedCorrelators blocked_correlators(const BlockedProducts& blocks);

}  // namespace glueball
