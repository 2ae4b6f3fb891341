#include "rational/minimax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "rational/exchange.hpp"

namespace glueball {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
  throw Error(ErrorKind::bad_value, "rational approximation: " + what, hint);
}

/// Checks that the sum of poles equals P / Q to 1e-12, or to the error if that is larger.
void verify(const RationalFunction& r, const RemezExchange& exchange, const ApproximationVariable& variable) {
  const double allowed = std::max(1e-12, double(exchange.error()));
  constexpr int kPlaces = 400;
  for (int i = 0; i <= kPlaces; ++i) {
    const Real y = pow(variable.lo(), Real(kPlaces - i) / kPlaces);
    const double want =
        double(evaluate(exchange.numerator(), y).value / evaluate(exchange.denominator(), y).value);
    if (std::abs(r(double(variable.x(y))) / want - 1) > allowed)
      refuse("its sum of poles cancels beyond double precision", "take a smaller order, or another power");
  }
}

RationalFunction sum_of_poles(const RemezExchange& exchange, const ApproximationVariable& variable) {
  const Polynomial &p = exchange.numerator(), &q = exchange.denominator();
  RationalFunction r;
  r.constant = variable.infinity_is_finite()
                   ? double(evaluate(p, variable.infinity()).value / evaluate(q, variable.infinity()).value)
                   : double(p.back() / q.back());
  const auto roots = real_roots(q);
  std::vector<std::pair<double, double>> poles;  // shift, numerator
  if (roots)
    for (const Real& y : *roots)
      poles.emplace_back(double(-variable.x(y)),
                         double(evaluate(p, y).value / evaluate(q, y).slope * variable.dx_dy(y)));
  std::sort(poles.begin(), poles.end());
  if (poles.empty() || !(poles.front().first > 0))
    refuse("the best one has poles that are not at negative x", "take another order, or another power");
  for (const auto& [shift, numerator] : poles) {
    r.shifts.push_back(shift);
    r.numerators.push_back(numerator);
  }
  return r;
}

/// Estimates the order for an error: that of the square root decreases by exp(-pi^2 / log(16 / lo)) for each
/// pole and node.
int likely_order(double lo, double error) {
  const double rate = 2 * 9.87 / std::log(16 / lo);
  return std::clamp(int(std::log(4 / error) / rate), 1, kMostPoles);
}

}  // namespace

double relative_error(const RationalFunction& r, const PowerProduct& f, const Interval& on) {
  const ApproximationVariable variable(f, on);
  // The place is 0 at the lower end of the interval and 1 at the upper one.
  const auto error_at = [&](double place) {
    const Real y = pow(variable.lo(), Real(1 - place)), x = variable.x(y);
    Real sum = r.constant;
    for (std::size_t n = 0; n < r.order(); ++n) sum += r.numerators[n] / (x + r.shifts[n]);
    return abs(sum / variable.value(y) - 1);
  };
  // The error of the best function has 2 order + 2 extrema. Near the ends they are as narrow as the distance
  // of places, so that another place than that of the largest extremum may have the largest error of all.
  const int places = 20 * (2 * int(r.order()) + 2);
  std::vector<Real> errors;
  for (int n = 0; n <= places; ++n) errors.push_back(error_at(double(n) / places));
  Real largest = *std::max_element(errors.begin(), errors.end());
  const Real enough = largest / 2;
  for (int n = 0; n <= places; ++n) {
    const int before = std::max(0, n - 1), after = std::min(places, n + 1);
    if (errors[n] < std::max({enough, errors[before], errors[after]})) continue;
    double left = double(before) / places, right = double(after) / places;
    for (int step = 0; step < 40; ++step) {
      const double third = (right - left) / 3;
      const Real lower = error_at(left + third), upper = error_at(right - third);
      largest = std::max({largest, lower, upper});
      (lower < upper ? left : right) += lower < upper ? third : -third;
    }
  }
  return double(largest);
}

void check(const PowerProduct& f, const Interval& on) {
  if (f.empty()) refuse("there is no power", "give one such as -1/2");
  double least = f.front().shift;
  for (std::size_t n = 0; n < f.size(); ++n) {
    least = std::min(least, f[n].shift);
    for (std::size_t m = 0; m < n; ++m)
      if (f[m].shift == f[n].shift)
        refuse(fmt::format("there are two powers of the same x + {:g}", f[n].shift),
               "give one, the sum of both");
  }
  if (!std::isfinite(on.lo) || !std::isfinite(on.hi))
    refuse(fmt::format("the range {:g} to {:g} is not finite", on.lo, on.hi), "give two numbers");
  if (!(on.lo >= 0)) refuse(fmt::format("the range begins below 0, at {:g}", on.lo), "give 1e-5,1, say");
  if (!(on.lo < on.hi))
    refuse(fmt::format("the range {:g} to {:g} is empty", on.lo, on.hi), "the smaller number comes first");
  if (!(on.lo + least > 0))
    refuse("the range begins at 0, where the power is singular", "begin above 0, or give a mass");
  if ((on.lo + least) / (on.hi + least) < 1e-14)
    refuse(fmt::format("the range {:g} to {:g} spans more than 14 decades", on.lo, on.hi),
           "begin at a larger number, or give a larger mass");
}

Minimax minimax(const PowerProduct& f, const Interval& on, int order) {
  check(f, on);
  if (order < 1 || order > kMostPoles)
    refuse(fmt::format("{} poles", order), fmt::format("give 1 to {}", kMostPoles));
  const ApproximationVariable variable(f, on);
  RemezExchange exchange(variable, order);
  exchange.run();
  RationalFunction r = sum_of_poles(exchange, variable);
  verify(r, exchange, variable);
  const double error = relative_error(r, f, on);
  return {std::move(r), error};
}

Minimax minimax_within(const PowerProduct& f, const Interval& on, double error) {
  check(f, on);
  if (!(error < 1)) refuse(fmt::format("an error of {:g}", error), "give one below 1, 1e-12 say");
  if (!(error >= kLeastError))
    refuse(fmt::format("an error of {:g} is beyond double precision", error),
           fmt::format("give {:g} or more", kLeastError));
  int order = likely_order(ApproximationVariable(f, on).lo_as_double(), error);
  Minimax best = minimax(f, on, order);
  if (best.error > error) {
    while (best.error > error) {
      if (order == kMostPoles)
        refuse(fmt::format("{} poles have an error of {:.3g}, not {:g}", order, best.error, error),
               "give a larger error, or a shorter range");
      best = minimax(f, on, ++order);
    }
    return best;
  }
  while (order > 1) {
    Minimax smaller = minimax(f, on, --order);
    if (smaller.error > error) break;
    best = std::move(smaller);
  }
  return best;
}

namespace {

struct SharedMinimax {
  struct Found {
    PowerProduct f;
    Interval on;
    double error;
    Minimax best;
  };
  std::mutex mutex;
  std::vector<Found> all;
  MinimaxFinder find = minimax_within;
};

SharedMinimax& shared_minimax() {
  static SharedMinimax shared;
  return shared;
}

}  // namespace

Minimax shared_minimax_within(const PowerProduct& f, const Interval& on, double error) {
  SharedMinimax& shared = shared_minimax();
  const std::lock_guard lock(shared.mutex);
  for (const SharedMinimax::Found& one : shared.all)
    if (one.f == f && one.on == on && one.error == error) return one.best;
  return shared.all.emplace_back(SharedMinimax::Found{f, on, error, shared.find(f, on, error)}).best;
}

void set_shared_minimax_finder(MinimaxFinder find) {
  SharedMinimax& shared = shared_minimax();
  const std::lock_guard lock(shared.mutex);
  shared.find = std::move(find);
}

}  // namespace glueball
