// Global sums of device fields, read back to the host.
#pragma once

#include "kernels/linalg.hpp"
#include "lattice/su3.hpp"

namespace glueball {

class GlobalSums {
 public:
  explicit GlobalSums(const DeviceLattice& lattice)
      : lattice_(lattice), partials_(lattice), totals_(lattice) {}

  double norm2(const Field& x);
  /// <x, y> = sum conj(x) y.
  Complex dot(const Field& x, const Field& y);

  // For any kernel of Shape::sums: let it write `partials()`, `collect` its components, read the `totals`.
  Partials& partials() { return partials_; }
  /// With `add_to_last` the sums are added to those collected before: a field has two parities.
  void collect(std::uint32_t components, bool add_to_last);
  /// The same for largest values rather than sums.
  void collect_maximum(std::uint32_t components, bool with_last);
  std::array<double, Partials::kComponents> totals();

 private:
  const DeviceLattice& lattice_;
  Partials partials_;
  Totals totals_;
};

}  // namespace glueball
