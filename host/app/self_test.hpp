// The checks that `glueball doctor` runs on a device.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/device.hpp"

namespace glueball::app {

struct SelfTestResult {
  bool ok = false;
  std::string detail;  ///< the finding: a figure with its limit, or what is missing
  std::string hint;    ///< what to try if `ok` is false; may be empty
};

struct SelfTest {
  std::string name;
  std::function<SelfTestResult(gpu::Device&)> run;
};

/// Returns all checks, cheap ones first. An Error that a check throws counts as a failure.
std::vector<SelfTest> self_tests();

/// Returns checks of the device's reported limits against those that the kernels need.
std::vector<SelfTest> limit_tests();

/// Returns checks of kernels against their double-precision references on the CPU, and of bandwidth. Fermion
/// kernels run in half, single and double precision, the others in every storage and accumulator.
std::vector<SelfTest> kernel_spec_tests();

}  // namespace glueball::app
