// These tests compare Zolotarev's approximation of the sign with published numbers, and check that its error
// is the largest 2 n + 1 times.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "rational/zolotarev_sign.hpp"

namespace glueball::test::unit_rational_sign {
namespace {

/// Returns the extremes of x r(x^2) - 1 on [lo, hi], by a fine grid in log x: as many as alternate.
std::vector<double> extremes(const ZolotarevSign& sign) {
  constexpr int kPoints = 200000;
  std::vector<double> found;
  for (int i = 0; i <= kPoints; ++i) {
    const double error = sign(sign.lo * std::pow(sign.hi / sign.lo, double(i) / kPoints)) - 1;
    if (found.empty() || (found.back() > 0) != (error > 0))
      found.push_back(error);
    else if (std::abs(error) > std::abs(found.back()))
      found.back() = error;
  }
  return found;
}

void check_shifts(const ZolotarevSign& sign, const std::vector<double>& wanted) {
  REQUIRE(sign.inverse_root.order() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    CHECK(sign.inverse_root.shifts[i] == doctest::Approx(wanted[i]).scale(0).epsilon(2e-9));
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("Zolotarev's sign function has published shifts and errors") {
    const ZolotarevSign six = zolotarev_sign(0.648, 6.55, 6);
    CHECK(six.error == doctest::Approx(4.43e-7).scale(0).epsilon(2e-3));
    check_shifts(six, {0.0413588083, 0.478241444, 2.143413266, 8.404786721, 37.66911376, 435.5766547});
    const ZolotarevSign two = zolotarev_sign(0.66, 6.46357, 2);
    CHECK(two.error == doctest::Approx(0.01833).scale(0).epsilon(5e-4));
    check_shifts(two, {0.4856452635, 37.47258270});
  }

  TEST_CASE("the error of Zolotarev's sign function alternates between its largest values") {
    for (const auto& [lo, hi, its_poles] :
         {std::tuple{0.648, 6.55, 6}, {0.01, 6.6, 7}, {1.0, 1.5, 2}, {0.3, 6.0, 1}}) {
      const auto& poles = its_poles;
      CAPTURE(poles);
      const ZolotarevSign sign = zolotarev_sign(lo, hi, poles);
      const auto found = extremes(sign);
      CHECK(found.size() == std::size_t(2 * poles + 1));
      for (const double e : found) CHECK(std::abs(e) == doctest::Approx(sign.error).scale(0).epsilon(1e-5));
      CHECK(sign(-1.2 * lo) == -sign(1.2 * lo));
      for (const double a : sign.inverse_root.numerators) CHECK(a > 0);
      CHECK(std::is_sorted(sign.inverse_root.shifts.begin(), sign.inverse_root.shifts.end()));
    }
  }

  TEST_CASE("a wanted error takes the fewest poles, on wide intervals too") {
    for (const auto& [lo, error] : {std::pair{0.5, 1e-8}, {1e-3, 1e-12}, {1e-7, 1e-6}, {3.0, 0.3}}) {
      const ZolotarevSign sign = zolotarev_sign_to(lo, 6.6, error);
      const int poles = int(sign.inverse_root.order());
      CAPTURE(poles);
      CHECK(sign.error <= error);
      if (poles > 1) CHECK(zolotarev_sign(lo, 6.6, poles - 1).error > error);
      for (const double x : {lo, 3 * lo, 6.6})
        if (x <= 6.6) CHECK(std::abs(sign(x) - 1) <= sign.error * (1 + 1e-6) + 1e-14);
    }
  }

  TEST_CASE("intervals, errors and numbers of poles that make no sense are refused") {
    CHECK_THROWS_AS(zolotarev_sign(0, 1, 3), Error);
    CHECK_THROWS_AS(zolotarev_sign(2, 1, 3), Error);
    CHECK_THROWS_AS(zolotarev_sign(NAN, 1, 3), Error);
    CHECK_THROWS_AS(zolotarev_sign(1e-12, 1, 3), Error);
    CHECK_THROWS_AS(zolotarev_sign(0.1, 1, 0), Error);
    CHECK_THROWS_AS(zolotarev_sign(0.1, 1, 201), Error);
    CHECK_THROWS_AS(zolotarev_sign_to(0.1, 1, 0), Error);
    CHECK_THROWS_AS(zolotarev_sign_to(0.1, 1, 1e-17), Error);
    CHECK_THROWS_AS(zolotarev_sign_to(0.1, 1, NAN), Error);
  }
}

}  // namespace glueball::test::unit_rational_sign
