// Orthogonalization of a Lanczos process's vectors.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "eigen/lanczos.hpp"
#include "fermion/host_field.hpp"
#include "field/transfer.hpp"
#include "linalg/take_off.hpp"
#include "quark/source.hpp"

namespace glueball {
namespace {

/// Returns the norm below which a projected vector of length 1 is only rounding.
double nothing(gpu::Precision precision) { return precision == gpu::Precision::double_ ? 1e-12 : 1e-5; }

}  // namespace

template <class F>
double Lanczos<F>::norm(const FieldVector<F>& v) {
  return std::sqrt(std::max(0.0, dots_(v, v).real()));
}

/// Removes the components along the vectors from `first` on from the vector in this slot.
template <class F>
void Lanczos<F>::take_off(std::size_t first, std::size_t slot, std::vector<Complex>& coefficients) {
  FieldVector<F>& w = slots_[slot];
  const auto before = std::span<const FieldVector<F>>(slots_).subspan(first, slot - first);
  const std::vector<Complex> products = glueball::take_off(before, w, dots_, factors_);
  for (std::size_t n = 0; n < products.size(); ++n) coefficients[first + n] += products[n];
}

/// Orthogonalizes the vector in this slot against all before it, and normalizes it. It becomes 0 if nothing
/// is left. Returns its norm before normalization; `coefficients` are the removed components.
template <class F>
double Lanczos<F>::orthogonalise(std::size_t slot, std::vector<Complex>& coefficients) {
  FieldVector<F>& w = slots_[slot];
  coefficients.assign(slot, 0.0);
  double size = norm(w);
  scale_ = std::max(scale_, size);
  const double least = nothing(w[0].format().precision) * scale_;
  // A Lanczos vector's largest components are along the last two vectors. After their removal one pass over
  // all is enough.
  if (slot > 2 && size > least) {
    take_off(slot - 2, slot, coefficients);
    size = norm(w);
  }
  for (int pass = 0; pass < 4 && size > least; ++pass) {
    take_off(0, slot, coefficients);
    const double before = std::exchange(size, norm(w));
    if (size > 0.7 * before) break;
  }
  if (!(size > least)) size = 0;
  if (size > 0) scale(1 / size, w);
  return size;
}

template <class F>
void Lanczos<F>::put_random(std::size_t slot) {
  using OneParity = typename HostField<F>::type;
  const Geometry& g = scratch_[0].lattice().geometry();
  std::vector<Complex> unused;
  // In a small space little may be left of a random vector.
  for (int attempt = 0; attempt < 100; ++attempt) {
    const auto noise =
        make_source<OneParity>({.kind = SourceKind::z2xz2, .seed = options_.seed}, g, 0, 1, randoms_++);
    FieldVector<F>& v = slots_[slot];
    for (std::size_t part = 0; part < v.size(); ++part) upload(noise[part], v[part]);
    // A NullDevice (field/memory_need.hpp) computes nothing: every norm is 0, and it throws after many
    // readbacks.
    for (int asked = 0; norm(v) == 0; ++asked)
      if (asked == 5000)
        throw Error(ErrorKind::device, "eigenvalues: the norm of a random vector is 0",
                    "run 'glueball doctor'");
    // `scale_` must not include norms of random vectors.
    const double before = std::exchange(scale_, 0.0), size = orthogonalise(slot, unused),
                 relative = size / std::exchange(scale_, before);
    if (relative > 1e-4) return;
  }
  throw Error(ErrorKind::not_converged, "eigenvalues: no random vector is independent of those found",
              "ask for fewer");
}

template double Lanczos<SpinorField>::norm(const FieldVector<SpinorField>&);
template double Lanczos<SpinorField>::orthogonalise(std::size_t, std::vector<Complex>&);
template void Lanczos<SpinorField>::put_random(std::size_t);
template double Lanczos<ColourField>::norm(const FieldVector<ColourField>&);
template double Lanczos<ColourField>::orthogonalise(std::size_t, std::vector<Complex>&);
template void Lanczos<ColourField>::put_random(std::size_t);

}  // namespace glueball
