// The checks of `glueball doctor` that compare every kernel with its double-precision reference on the CPU,
// from the list on the kernel specs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/self_test.hpp"
#include "bench/timing.hpp"
#include "kernel_specs/kernel_spec.hpp"

namespace glueball::app {
namespace {

using kernel_specs::Check;
using kernel_specs::Scope;
using Checks = std::vector<const Check*>;

constexpr const char* kHint = "the driver miscompiles it or the memory is bad: try another --device";

/// The worst of a line's checks, measured by the tolerance of each.
class Worst {
 public:
  /// Runs the check on a lattice with these options.
  void run(const Check& check, gpu::Device& device, const LatticeOptions& options) {
    const DeviceLattice lattice(device, Geometry(check.extents), options);
    const double found = check.error(lattice), error = std::isfinite(found) ? found : INFINITY;
    const double allowed = check.allowed.of(options.precision);
    if (!first_ && !(error / allowed > error_ / allowed_)) return;
    first_ = false;
    error_ = error;
    allowed_ = allowed;
  }
  /// Returns `finding` with the error filled in, and the tolerance.
  SelfTestResult result(const std::string& finding) const {
    return {error_ < allowed_,
            fmt::format(fmt::runtime(finding), fmt::format("{:.1e}", error_)) +
                fmt::format(", {:.0e} allowed", allowed_),
            kHint};
  }

 private:
  bool first_ = true;
  double error_ = INFINITY, allowed_ = 0;  // a line without a check fails
};

/// Makes a line from all checks of one name, in every storage and accumulator or as the device prefers.
SelfTest kernel_test(const std::string& name, const Checks& checks) {
  return {"kernel: " + name, [=](gpu::Device& device) {
            using gpu::Accumulator, gpu::Storage;
            const bool once = checks.front()->scope == Scope::once;
            Worst worst;
            for (const auto storage : {Storage::buffer, Storage::texel, Storage::image})
              for (const auto accumulator : {Accumulator::float64, Accumulator::two_float}) {
                LatticeOptions options = preferred_options(device);
                if (!once) {
                  if (accumulator == Accumulator::float64 && !device.info().limits.float64) continue;
                  options.storage = storage;
                  options.accumulator = accumulator;
                }
                for (const Check* check : checks) worst.run(*check, device, options);
                if (once) return worst.result(checks.front()->finding);
              }
            return worst.result(checks.front()->finding);
          }};
}

/// Returns the checks of a scope, grouped by name into lines, in the order of the kernel specs.
std::vector<SelfTest> kernel_lines(Scope scope) {
  std::vector<std::pair<std::string, Checks>> lines;
  for (const Check* check : kernel_specs::checks()) {
    if (check->scope != scope) continue;
    auto line =
        std::find_if(lines.begin(), lines.end(), [&](const auto& l) { return l.first == check->name; });
    if (line == lines.end()) line = lines.insert(line, {check->name, {}});
    line->second.push_back(check);
  }
  std::vector<SelfTest> tests;
  for (const auto& [name, checks] : lines) tests.push_back(kernel_test(name, checks));
  return tests;
}

struct Format {
  gpu::Precision precision = gpu::Precision::single;
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;
  int reconstruct = 12;

  std::string name() const {
    return "fermions: " + std::string(gpu::to_string(precision)) + " precision" +
           (half_format == gpu::HalfFormat::fixed ? "" : ", floats") +
           (reconstruct == 12 ? "" : fmt::format(", {} reals a link", reconstruct));
  }
};

/// Makes a line from the checks that run in every format, in one format.
SelfTest format_test(const Format& format) {
  return {format.name(), [=](gpu::Device& device) {
            if (format.precision == gpu::Precision::double_ && !device.info().limits.float64)
              return SelfTestResult{true, "the device has none", ""};
            Worst worst;
            std::string names;
            for (const Check* check : kernel_specs::checks()) {
              if (check->scope != Scope::formats) continue;
              if (names.find(check->name) == std::string::npos)
                names += (names.empty() ? "" : ", ") + check->name;
              if (check->allowed.of(format.precision) == 0) continue;
              LatticeOptions options =
                  preferred_options(device, format.precision, Geometry(check->extents), format.half_format);
              options.reconstruct = format.reconstruct;
              worst.run(*check, device, options);
            }
            return worst.result(names + ": differ by {}");
          }};
}

SelfTest bandwidth_test() {
  return {"bandwidth", [](gpu::Device& device) {
            const double rate = copy_bandwidth(device, device.preferred_storage(), 0.2);
            return SelfTestResult{rate > 0, fmt::format("{:.1f} GB/s, copying a field", rate * 1e-9), ""};
          }};
}

}  // namespace

std::vector<SelfTest> kernel_spec_tests() {
  using gpu::HalfFormat, gpu::Precision;
  std::vector<SelfTest> all{bandwidth_test()};
  for (const Scope scope : {Scope::once, Scope::storages})
    for (SelfTest& test : kernel_lines(scope)) all.push_back(std::move(test));
  for (const Format& format :
       {Format{.precision = Precision::single}, Format{.precision = Precision::half},
        Format{.precision = Precision::half, .half_format = HalfFormat::floating},
        Format{.precision = Precision::single, .reconstruct = 8}, Format{.precision = Precision::double_}})
    all.push_back(format_test(format));
  return all;
}

}  // namespace glueball::app
