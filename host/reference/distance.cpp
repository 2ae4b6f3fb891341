#include "reference/distance.hpp"

#include <cmath>
#include <limits>

namespace glueball::reference {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Sums of |a - b|^2 and |b|^2.
class Difference {
 public:
  void add(Complex a, Complex b) {
    difference_ += std::norm(a - b);
    norm_ += std::norm(b);
  }
  void add(const Matrix3& a, const Matrix3& b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) add(a[i][j], b[i][j]);
  }
  double relative() const {
    const double ratio = std::sqrt(difference_ / norm_);
    return std::isfinite(ratio) ? ratio : kInfinite;
  }

 private:
  double difference_ = 0, norm_ = 0;
};

/// `add` adds element n of both to the sums.
template <class Items, class Others, class Add>
double over(const Items& a, const Others& b, Add add) {
  if (a.size() != b.size()) return kInfinite;
  Difference d;
  for (std::size_t n = 0; n < b.size(); ++n) add(d, a[n], b[n]);
  return d.relative();
}

}  // namespace

double relative_error(const ParitySpinorField& a, const ParitySpinorField& b) {
  return over(a, b, [](Difference& d, const Spinor& x, const Spinor& y) {
    for (int spin = 0; spin < 4; ++spin)
      for (int c = 0; c < 3; ++c) d.add(x[spin][c], y[spin][c]);
  });
}

double relative_error(const ParityColourField& a, const ParityColourField& b) {
  return over(a, b, [](Difference& d, const auto& x, const auto& y) {
    for (int c = 0; c < 3; ++c) d.add(x[c], y[c]);
  });
}

double relative_error(const Configuration& a, const Configuration& b) {
  return a.geometry() == b.geometry() ? relative_error(a.links(), b.links()) : kInfinite;
}

double relative_error(const Momenta& a, const Momenta& b) {
  if (!(a.geometry() == b.geometry())) return kInfinite;
  return over(a.values(), b.values(), [](Difference& d, const auto& x, const auto& y) {
    for (std::size_t k = 0; k < 8; ++k) d.add(x[k], y[k]);
  });
}

double relative_error(const std::vector<Matrix3>& a, const std::vector<Matrix3>& b) {
  return over(a, b, [](Difference& d, const Matrix3& x, const Matrix3& y) { d.add(x, y); });
}

double relative_error(const std::vector<Complex>& a, const std::vector<Complex>& b) {
  return over(a, b, [](Difference& d, Complex x, Complex y) { d.add(x, y); });
}

double relative_error(const std::vector<double>& a, const std::vector<double>& b) {
  return over(a, b, [](Difference& d, double x, double y) { d.add(Complex(x), Complex(y)); });
}

double relative_error(const std::vector<float>& a, const std::vector<double>& b) {
  return over(a, b, [](Difference& d, float x, double y) { d.add(Complex(x), Complex(y)); });
}

}  // namespace glueball::reference
