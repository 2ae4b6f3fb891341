// Fourier transforms of fields over a periodic box.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// Fields are in lexicographic order over a box, x fastest; missing directions have extent 1. FFTW computes
/// in double precision with reproducible bits. Objects must not be made in two threads at once; transforms
/// may run in several.
class BoxFourier {
 public:
  explicit BoxFourier(const Site& extents);
  ~BoxFourier();

  const Site& extents() const { return extents_; }
  std::size_t volume() const;
  /// f(k) = sum over x of exp(-ikx) f(x), in place.
  void to_momenta(std::vector<Complex>& field) const;
  /// f(x) = sum over k of exp(ikx) f(k) without the factor 1 / volume, in place.
  void to_sites(std::vector<Complex>& field) const;

 private:
  struct Plans;
  Site extents_;
  std::unique_ptr<Plans> plans_;
};

}  // namespace glueball
