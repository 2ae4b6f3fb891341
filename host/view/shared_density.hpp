// A density that is split over ranks, for rank 0 to draw.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "field/density_field.hpp"

namespace glueball::view {

/// The lattice on which pictures are made. Without ranks it is the run's lattice itself. Otherwise it is a
/// lattice with the whole space at two times, the same on every rank, of which rank 0 draws.
class SharedDensity {
 public:
  explicit SharedDensity(const DeviceLattice& of);

  const DeviceLattice& lattice() const { return stage_ ? *stage_ : own_; }
  bool is_shared() const { return stage_ != nullptr; }
  /// True if this rank draws.
  bool draws() const;

  /// Two time slices of the whole space, and their positions.
  struct Slices {
    const DensityField& density;
    std::uint32_t first, second;
  };
  /// Returns the slices of `density` at time `first` of the whole lattice and at the next time on rank 0;
  /// other ranks' results are meaningless. All ranks must call it. A density that is not split is not copied.
  Slices slices(const DensityField& density, int first);
  /// Returns the largest |weights . density| over all ranks at the times of the whole lattice that `fresh`
  /// marks.
  double largest(const DensityField& density, const std::array<float, 4>& weights,
                 const std::vector<bool>& fresh) const;

 private:
  const DeviceLattice& own_;
  std::unique_ptr<DeviceLattice> stage_;
  std::optional<DensityField> both_;
};

}  // namespace glueball::view
