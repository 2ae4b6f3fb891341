// A density that ranks have parts of, as rank 0 draws it.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "field/density_field.hpp"

namespace glueball::view {

/// Where pictures of a run are made: of a lattice that is not split there itself, otherwise on a lattice that
/// holds all of space at two times, the same on every rank, though rank 0 alone draws.
class SharedDensity {
 public:
  explicit SharedDensity(const DeviceLattice& of);

  const DeviceLattice& lattice() const { return stage_ ? *stage_ : own_; }
  bool is_shared() const { return stage_ != nullptr; }
  /// Whether this rank draws.
  bool draws() const;

  /// Two time slices of all of space, and where they are.
  struct Slices {
    const DensityField& density;
    std::uint32_t first, second;
  };
  /// Those of `density` at time `first` of the whole lattice and at the next one, on rank 0; elsewhere
  /// nothing of use. All ranks call it. What is not split stays where it is.
  Slices slices(const DensityField& density, int first);
  /// The largest |weights . density| of all ranks at the times of the whole lattice that `fresh` marks.
  double largest(const DensityField& density, const std::array<float, 4>& weights,
                 const std::vector<bool>& fresh) const;

 private:
  const DeviceLattice& own_;
  std::unique_ptr<DeviceLattice> stage_;
  std::optional<DensityField> both_;
};

}  // namespace glueball::view
