// The checks that `glueball doctor` runs on a device.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/device.hpp"

namespace glueball::app {

struct SelfTestResult {
  bool ok = false;
  std::string detail;  ///< what was found: a figure with its limit, or what is missing
  std::string hint;    ///< what to try when it is not ok; may be empty
};

struct SelfTest {
  std::string name;
  std::function<SelfTestResult(gpu::Device&)> run;
};

/// All checks, cheap ones first. A check may throw Error; that counts as a failure.
std::vector<SelfTest> self_tests();

/// Checks of what the device says of itself: the limits that the kernels need.
std::vector<SelfTest> limit_tests();

/// Kernels against their twins in double precision on the CPU, as their cards say it: those of fermions in
/// half, single and double precision, the others in every storage and accumulator; bandwidth.
std::vector<SelfTest> card_tests();

}  // namespace glueball::app
