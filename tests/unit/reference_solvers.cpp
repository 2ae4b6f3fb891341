// These tests check BiCGStab and multi-shift conjugate gradients on the CPU, for Wilson and staggered quarks.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cpu/clover_operator.hpp"
#include "cpu/staggered.hpp"
#include "cpu/twisted_mass.hpp"
#include "reference/cg.hpp"
#include "reference/multishift_cg.hpp"
#include "unit/reference_operators.hpp"

namespace glueball::test::unit_reference_solvers {
namespace {

using namespace cpu;
using namespace reference;

const Geometry kGeometry({4, 2, 6, 4});

ParityColourField colours(std::uint32_t step) {
  const ParitySpinorField psi = test::noise(kGeometry, Parity::even, step);
  ParityColourField chi(psi.size());
  for (std::size_t n = 0; n < chi.size(); ++n) chi[n].c = psi[n][0];
  return chi;
}

template <class OneParity>
double difference(const OneParity& a, OneParity b) {
  const double norm = norm2(b);
  axpy(-1.0, a, b);
  return std::sqrt(norm2(b) / norm);
}

/// Solves A + shift on its own: the operator of conjugate_gradient with the shift in it.
template <class Operator, class OneParity>
class WithShift : public Operator {
 public:
  WithShift(const Operator& m, double shift) : Operator(m), shift_(shift) {}
  void normal(const OneParity& in, OneParity& out) const override {
    Operator::normal(in, out);
    axpy(shift_, in, out);
  }

 private:
  double shift_;
};

template <class OneParity, class Operator>
void check_multishift(const Operator& m, const OneParity& b) {
  const std::vector<double> shifts = {0.3, 0.02, 5.0, 0.02, 40.0};  // unsorted, one twice
  std::vector<OneParity> x;
  const MultishiftResult all = multishift_cg(m, b, shifts, x, 1e-13);
  REQUIRE(x.size() == shifts.size());
  int longest = 0;
  for (std::size_t k = 0; k < shifts.size(); ++k) {
    CHECK(all.residuals[k] < 1e-12);
    OneParity one(b.size());
    longest = std::max(
        longest, conjugate_gradient(WithShift<Operator, OneParity>(m, shifts[k]), b, one, 1e-13).iterations);
    CHECK(difference(x[k], one) < 1e-11);
  }
  CHECK(std::abs(all.iterations - longest) <= longest / 50);  // as many as the smallest shift alone takes
  CHECK(difference(x[0], x[1]) > 0.01);
}

template <class OneParity, class Operator>
void check_bicgstab(const Operator& m, const OneParity& truth) {
  OneParity b(truth.size()), x(truth.size());
  m.even_odd(truth, b);
  const CgResult result = bicgstab(m, b, x, 1e-13);
  CHECK(result.residual < 1e-12);
  CHECK(result.iterations > 3);
  CHECK(difference(x, truth) < 1e-11);
  CHECK(bicgstab(m, b, x, 1e-11).iterations == 0);  // starts from the given x
  x.assign(x.size(), {});
  CHECK_THROWS_WITH(bicgstab(m, b, x, 1e-13, 2), doctest::Contains("after 2 iterations"));
}

/// Mhat turns each field by a right angle.
class Skew : public StaggeredOperator {
 public:
  using StaggeredOperator::StaggeredOperator;
  void even_odd(const ParityColourField& in, ParityColourField& out, bool) const override {
    for (std::size_t n = 0; n < in.size(); n += 2) {
      out[n] = in[n + 1];
      for (int c = 0; c < 3; ++c) out[n + 1][c] = -in[n][c];
    }
  }
};

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: multi-shift conjugate gradients agree with one solve a shift") {
    const Configuration u = hot_configuration(kGeometry, 71);
    check_multishift(TwistedMassOperator(u, 0.12, 0.1), test::noise(kGeometry, Parity::even, 1));
    check_multishift(StaggeredOperator(u, 0.05), colours(2));
  }

  TEST_CASE("reference: multi-shift conjugate gradients refuse what they cannot solve") {
    const StaggeredOperator m(hot_configuration(kGeometry, 72), 0.01);
    const ParityColourField b = colours(3);
    std::vector<ParityColourField> x;
    const std::vector<double> negative = {0.1, -0.1}, none, zero = {0.0};
    CHECK_THROWS_WITH(multishift_cg(m, b, negative, x, 1e-10), doctest::Contains("negative"));
    CHECK_THROWS_WITH(multishift_cg(m, b, none, x, 1e-10), doctest::Contains("no shifts"));
    CHECK_THROWS_WITH(multishift_cg(m, b, zero, x, 1e-10, 3), doctest::Contains("after 3 iterations"));
    CHECK(multishift_cg(m, ParityColourField(b.size()), zero, x, 1e-10).iterations == 0);
    CHECK(norm2(x[0]) == 0.0);
  }

  TEST_CASE("reference: BiCGStab solves the even-odd matrix of every operator") {
    const Configuration u = hot_configuration(kGeometry, 73);
    const ParitySpinorField psi = test::noise(kGeometry, Parity::even, 4);
    check_bicgstab(WilsonOperator<double>(u, 0.12), psi);
    check_bicgstab(TwistedMassOperator(u, 0.12, 0.2), psi);
    check_bicgstab(CloverOperator(u, 0.1, {.csw = 1.2, .mu = 0.1}), psi);
    check_bicgstab(StaggeredOperator(u, 0.3), colours(5));
  }

  TEST_CASE("reference: BiCGStab says where it breaks down") {
    const Skew m(Configuration(kGeometry), 0.1);
    ParityColourField b(kGeometry.half_volume()), x(b.size());
    for (std::size_t n = 0; n < b.size(); ++n) b[n] = {{1.0 + double(n), 0.5, -2.0}};
    CHECK_THROWS_WITH(bicgstab(m, b, x, 1e-10), doctest::Contains("vanishes after 0 iterations"));
  }
}

}  // namespace glueball::test::unit_reference_solvers
