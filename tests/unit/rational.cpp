// These tests compare rational approximations with published numbers and Zolotarev's closed form, and check
// that they are the best.
#include <doctest/doctest.h>

#include <algorithm>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "rational/minimax.hpp"

namespace glueball::test::unit_rational {
namespace {

doctest::Approx relative(double value, double epsilon) {
  return doctest::Approx(value).scale(0.0).epsilon(epsilon);
}

/// Coefficients that are rounded to doubles change errors by less than this.
constexpr double kRounding = 5e-16;

const PowerProduct kInverseRoot{power_factor("-1/2")};
/// These are functions of lattice QCD with 2 + 1 flavours: the light quarks' term beside the strange quark's,
/// and others.
const PowerProduct kLight{power_factor("-1/4"), power_factor("1/4", 0.0028)},
    kMixed{power_factor("-1/3", 1e-4), power_factor("1/4", 0.1), power_factor("-1/2", 1)};

/// Zolotarev's r(x) = C prod (x + z_i) / (x + p_i) for 1/sqrt(x) on [lo, 1] with n poles: lo sn^2/cn^2 of odd
/// and of even multiples of K / (2n + 1), for the modulus sqrt(1 - lo).
struct Zolotarev {
  std::vector<double> poles, zeros;
  double scale = 1, error = 0;

  Zolotarev(double lo, int n) {
    const long double k = std::sqrt(1.0L - lo), quarter = boost::math::ellint_1(k);
    for (int i = 1; i <= 2 * n; ++i) {
      long double cn, dn;
      const long double sn = boost::math::jacobi_elliptic(k, i * quarter / (2 * n + 1), &cn, &dn);
      (i % 2 == 1 ? poles : zeros).push_back(double(lo * (sn / cn) * (sn / cn)));
    }
    const double first = ratio(lo), last = ratio(1);
    scale = 2 / (first + last);
    error = std::abs(first - last) / (first + last);
  }
  /// Returns r(x) sqrt(x).
  double ratio(double x) const {
    double r = scale * std::sqrt(x);
    for (std::size_t k = 0; k < poles.size(); ++k) r *= (x + zeros[k]) / (x + poles[k]);
    return r;
  }
};

/// The extrema of r / f - 1 on a fine grid by logarithm, its ends among them.
std::vector<double> extrema(const RationalFunction& r, const PowerProduct& f, const Interval& on) {
  constexpr int kPlaces = 20000;
  double shift = f.front().shift, last = 0, before = 0;
  for (const PowerFactor& p : f) shift = std::min(shift, p.shift);
  std::vector<double> found;
  for (int i = 0; i <= kPlaces; ++i) {
    const double lo = on.lo + shift, hi = on.hi + shift,
                 x = std::clamp(lo * std::pow(hi / lo, i / double(kPlaces)) - shift, on.lo, on.hi),
                 e = r(x) / value(f, x) - 1;
    if (i == 1 || (i > 1 && (last - before) * (e - last) < 0)) found.push_back(last);
    before = last;
    last = e;
  }
  found.push_back(last);
  return found;
}

std::string refusal(const PowerProduct& f, const Interval& on, int order) {
  try {
    minimax(f, on, order);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_value);
    return error.what();
  }
  return {};
}

TEST_SUITE("unit") {
  TEST_CASE("rational: errors and poles that others have found") {
    // The values are from CL2QCD's rational_approximation_test, by Luescher's code.
    for (const auto& [order, error] :
         {std::pair{6, 5.0287212083799089e-4}, {12, 1.2615414383737566e-7}, {24, 7.9394311806793910e-15}})
      CHECK(std::abs(minimax(kInverseRoot, {1e-5, 1}, order).error - error) < kRounding);
    const Minimax five = minimax(kInverseRoot, {1e-3, 1}, 5);
    const double numerators[] = {.0194661374678695, .03561358805557574, .0821572765515051, .21113622523593300,
                                 .7946025292155642};
    const double shifts[] = {.0002065381736724, .00302707751065980, .0200732678058145, .12517586269872370,
                             1.0029328743375700};
    CHECK(std::abs(five.error - 5.3847952988591471e-5) < kRounding);
    CHECK(five.function.constant == relative(.2801782460422457, 1e-14));
    REQUIRE(five.function.order() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
      CHECK(five.function.numerators[i] == relative(numerators[i], 1e-12));
      CHECK(five.function.shifts[i] == relative(shifts[i], 1e-12));
    }
    // The values are MILC's, in SIMULATeQCD's sample file: 3 degenerate strange quarks on [3.2e-3, 5].
    const Minimax strange = minimax({power_factor("-3/8")}, {3.2e-3, 5}, 14);
    CHECK(std::abs(strange.error - 1.945974e-12) < kRounding);
    CHECK(strange.function.constant == relative(1.0971806771232491e-01, 1e-14));
    CHECK(strange.function.numerators.back() == relative(6.8845752136745988, 1e-12));
    CHECK(strange.function.shifts.front() == relative(1.2905332091463852e-04, 1e-12));
    CHECK(minimax({power_factor("-3/4")}, {3.2e-3, 5}, 12).error == relative(7.590688e-11, 1e-6));
    // And of the light ones beside it, their mass to the digits that are printed.
    const PowerProduct light{power_factor("1/4"), power_factor("-1/4", 0.052915 * 0.052915)};
    const Minimax two = minimax(light, {1.8e-4, 5}, 14);
    // The published 1.1e-22 is the error before coefficients are rounded.
    CHECK(two.error < kRounding);
    CHECK(two.error > 1e-18);
    CHECK(two.function.constant == relative(1, 1e-15));
    CHECK(two.function.numerators.front() == relative(-5.2780309528526138e-07, 1e-5));
  }

  TEST_CASE("rational: the stated error is the largest where the rounding of coefficients dominates it") {
    // The largest of its extrema is narrow, near the lower end. 6000 places find 3.990382e-17 there.
    CHECK(minimax(kInverseRoot, {1e-4, 1}, 24).error == relative(3.9904e-17, 1e-3));
    using Real = boost::multiprecision::cpp_bin_float_50;
    for (const char* power : {"-1/2", "-1/4", "1/4"})
      for (const int order : {20, 24}) {
        CAPTURE(power);
        CAPTURE(order);
        const PowerFactor f = power_factor(power);
        const Minimax m = minimax({f}, {1e-4, 1}, order);
        Real largest = 0;
        constexpr int kPlaces = 6000;
        for (int n = 0; n <= kPlaces; ++n) {
          const Real x = pow(Real(1e-4), Real(kPlaces - n) / kPlaces);
          Real sum = m.function.constant;
          for (int k = 0; k < order; ++k) sum += m.function.numerators[k] / (x + m.function.shifts[k]);
          largest = std::max<Real>(largest, abs(sum / pow(x, Real(f.numerator) / f.denominator) - 1));
        }
        CHECK(m.error == relative(double(largest), 1e-2));
        CHECK(m.error >= double(largest) * (1 - 1e-6));
      }
  }

  TEST_CASE("rational: square roots are Zolotarev's") {
    for (const auto& [its_lo, order] : {std::pair{1e-5, 8}, {1e-2, 3}, {1e-6, 16}, {0.3, 1}}) {
      const auto& lo = its_lo;
      CAPTURE(lo);
      const Zolotarev closed(lo, order);
      const Minimax inverse = minimax(kInverseRoot, {lo, 1}, order),
                    root = minimax({power_factor("1/2")}, {lo, 1}, order);
      // For sqrt(x) it is (1 - e^2) / r, poles and zeros exchanged.
      CHECK(std::abs(inverse.error - closed.error) < 2e-14);  // the closed form cancels
      // Poles of a root cancel, which amplifies the rounding of coefficients.
      CHECK(std::abs(root.error - inverse.error) < 1e-12);
      for (int i = 0; i < order; ++i) {
        CHECK(inverse.function.shifts[i] == relative(closed.poles[i], 1e-11));
        CHECK(root.function.shifts[i] == relative(closed.zeros[i], 1e-11));
      }
      for (double x = lo; x < 1; x *= 1.1)
        CHECK(inverse.function(x) * std::sqrt(x) == relative(closed.ratio(x), 1e-13));
    }
  }

  TEST_CASE("rational: the error alternates between its extrema, and is the smallest of its order") {
    struct Case {
      PowerProduct f;
      Interval on;
      int order;
    };
    for (const Case& c :
         {Case{kInverseRoot, {1e-5, 1}, 8}, Case{{power_factor("1/8")}, {0.01, 7}, 5},
          Case{{power_factor("-3/4", 0.04)}, {0, 5}, 4}, Case{{power_factor("2/3")}, {1e-3, 30}, 6},
          Case{{power_factor("-999/1000")}, {1e-3, 1}, 2}, Case{kLight, {1.8e-4, 5}, 3},
          Case{kMixed, {0, 5}, 6}}) {
      CAPTURE(to_string(c.f));
      const Minimax m = minimax(c.f, c.on, c.order);
      const auto found = extrema(m.function, c.f, c.on);
      REQUIRE(found.size() == std::size_t(2 * c.order + 2));
      for (std::size_t i = 0; i < found.size(); ++i)
        CHECK(found[i] == relative((i % 2 == 0 ? 1 : -1) * std::copysign(m.error, found[0]), 1e-5));
    }
  }

  TEST_CASE("rational: the error stated is that of the coefficients as doubles") {
    using Real = boost::multiprecision::cpp_bin_float_100;
    for (const auto& [its_order, lo] : {std::pair{6, 1e-5}, {24, 1e-5}, {30, 1e-2}, {40, 1e-5}}) {
      const auto& order = its_order;
      CAPTURE(order);
      const Minimax m = minimax(kInverseRoot, {lo, 1}, order);
      Real largest = 0;
      for (int i = 0; i <= 20000; ++i) {
        const Real x = std::clamp(std::pow(lo, 1 - i / 20000.0), lo, 1.0);
        Real sum = m.function.constant;
        for (std::size_t n = 0; n < m.function.order(); ++n)
          sum += m.function.numerators[n] / (x + m.function.shifts[n]);
        largest = std::max<Real>(largest, abs(sum * sqrt(x) - 1));
      }
      CHECK(m.error == relative(double(largest), 1e-3));
      CHECK(m.error >= double(largest) * (1 - 1e-9));
      CHECK(relative_error(m.function, kInverseRoot, {lo, 1}) == m.error);
    }
  }

  TEST_CASE("rational: what is asked by its error has the fewest poles that do") {
    for (const double error : {1e-2, 1e-7, 1e-12}) {
      const Minimax m = minimax_within(kLight, {1.8e-4, 5}, error);
      const int order = int(m.function.order());
      CHECK(m.error <= error);
      if (order > 1) CHECK(minimax(kLight, {1.8e-4, 5}, order - 1).error > error);
      CHECK(m.function == minimax(kLight, {1.8e-4, 5}, order).function);
    }
    CHECK_THROWS_AS(minimax_within(kInverseRoot, {1e-13, 1}, 1e-14), Error);
    CHECK_THROWS_AS(minimax_within(kInverseRoot, {1e-5, 1}, 1e-30), Error);
    CHECK_THROWS_AS(minimax_within(kInverseRoot, {1e-5, 1}, 1), Error);
  }

  TEST_CASE("rational: one approximation serves every interval of the same ratio") {
    const RationalFunction unit = minimax({power_factor("-3/8")}, {1e-4, 1}, 10).function,
                           wanted = minimax({power_factor("-3/8")}, {7e-4, 7}, 10).function,
                           moved = scaled(unit, 7, -0.375);
    CHECK(moved.constant == relative(wanted.constant, 1e-13));
    for (std::size_t i = 0; i < 10; ++i) {
      CHECK(moved.numerators[i] == relative(wanted.numerators[i], 1e-13));
      CHECK(moved.shifts[i] == relative(wanted.shifts[i], 1e-13));
    }
  }

  TEST_CASE("rational: the sum of poles is the power at ten thousand places, to its error") {
    for (const PowerProduct& f : {PowerProduct{power_factor("1/8")}, {power_factor("-1/4")}, kLight}) {
      const Interval on{1e-3, 6};
      const Minimax m = minimax_within(f, on, 1e-13);
      double largest = 0;
      for (int i = 0; i <= 10000; ++i) {
        const double x = on.lo * std::pow(on.hi / on.lo, i / 10000.0);
        largest = std::max(largest, std::abs(m.function(x) / value(f, x) - 1));
      }
      CHECK(largest < m.error + 1e-13);
    }
  }

  TEST_CASE("rational: what is no power, no interval or no order is refused") {
    for (const char* word : {"", "x", "1", "-2", "-4/2", "1/0", "1/-2", "1/2/3", "0.5", " 1/2", "0/3", "1/",
                             "/2", "1001/2", "99999999999/2"})
      CHECK_THROWS_AS(power_factor(word), Error);
    CHECK(power_factor("-4/6") == power_factor(-2, 3));
    CHECK_THROWS_AS(power_factor("1/2", -1), Error);
    CHECK(refusal({}, {1e-5, 1}, 4).find("no power") != std::string::npos);
    CHECK(refusal(kInverseRoot, {1, 1}, 4).find("empty") != std::string::npos);
    CHECK(refusal(kInverseRoot, {2, 1}, 4).find("empty") != std::string::npos);
    CHECK(refusal(kInverseRoot, {-1, 1}, 4).find("below 0") != std::string::npos);
    CHECK(refusal(kInverseRoot, {0, 1}, 4).find("singular") != std::string::npos);
    CHECK(refusal(kInverseRoot, {NAN, 1}, 4).find("finite") != std::string::npos);
    CHECK(refusal(kInverseRoot, {1e-20, 1}, 4).find("decades") != std::string::npos);
    CHECK(refusal(kInverseRoot, {1e-5, 1}, 0).find("0 poles") != std::string::npos);
    CHECK(refusal(kInverseRoot, {1e-5, 1}, 100).find("100 poles") != std::string::npos);
    CHECK(refusal({power_factor("1/2"), power_factor("1/3")}, {1e-5, 1}, 4).find("two powers") !=
          std::string::npos);
    CHECK(refusal({power_factor("-5/4")}, {1e-3, 1}, 9).find("negative x") != std::string::npos);
  }
}

}  // namespace

}  // namespace glueball::test::unit_rational
