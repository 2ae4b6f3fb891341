// Solutions of the exercises of chapter 18. They need no device.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../../chapter.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "rational/minimax.hpp"

namespace {

using namespace glueball;
using chapter::report;

const PowerProduct kRoot{power_factor(-1, 2)}, kFourthRoot{power_factor(-1, 4)};
constexpr Interval kOn{0.01, 10};

double error(int order) { return minimax(kRoot, kOn, order).error; }
std::size_t poles(double mass) {
  return minimax_within(kRoot, {mass * mass, mass * mass + 10}, 1e-12).function.order();
}

/// The largest relative error of r(x)^2 from x^(-1/2), where r is a fourth root.
double error_of_square(const RationalFunction& r) {
  double largest = 0;
  for (double x = kOn.lo; x <= kOn.hi; x *= 1.001)
    largest = std::max(largest, std::abs(r(x) * r(x) * std::sqrt(x) - 1));
  return largest;
}

}  // namespace

int main() try {
  bool good = report(1, "two more poles divide the error by the same number, within a tenth",
                     std::abs(error(4) * error(8) / (error(6) * error(6)) - 1) < 0.1);
  good &= report(2, "a hundredth of the mass needs less than three times the poles",
                 poles(0.001) < 3 * poles(0.1) && poles(0.001) > poles(0.1));
  const Minimax fourth = minimax(kFourthRoot, kOn, 5);
  good &= report(3, "a fourth root, taken twice, errs twice as much, within a tenth",
                 std::abs(error_of_square(fourth.function) / (2 * fourth.error) - 1) < 0.1);
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("18_rooting solutions", error);
}
