#include "overlap/kernel.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"

namespace glueball {

void OverlapKernel::check() const {
  const auto refuse = [](const std::string& what, const std::string& hint) {
    throw Error(ErrorKind::bad_value, "overlap quarks: " + what, hint);
  };
  if (!(m0 > 0) || !(m0 < 2))
    refuse(fmt::format("M0 = {} is not between 0 and 2", m0),
           "give an <m0> of 1.4 to 1.6, or about 1.2 on smeared links");
  boundary.check();
  if (!(sign_error >= 1e-14) || !(sign_error <= 0.1))
    refuse(fmt::format("an error of the sign function of {} is not possible", sign_error),
           "give a <sign_error> from 1e-14 to 0.1");
  if (low_modes < 0 || low_modes > 1000)
    refuse(fmt::format("{} low modes", low_modes), "give <low_modes> from 0 to 1000");
  if (!(mode_tolerance > 0) || !(mode_tolerance < 1))
    refuse(fmt::format("a tolerance of low modes of {} is not possible", mode_tolerance),
           "for example 1e-12");
  if (!(share > 0) || !(share <= 1))
    refuse(fmt::format("a share of {} of the interval is not possible", share), "give 1");
  if (max_iterations < 1) refuse("no iterations are allowed", "raise <max_iterations>");
  if (!interval) return;
  const auto [low, high] = *interval;
  if (!(low > 0) || !(high > low) || !std::isfinite(high))
    refuse(fmt::format("the sign function's interval [{}, {}] is invalid", low, high),
           "give 0 < low < high, or leave it to the program");
}

}  // namespace glueball
