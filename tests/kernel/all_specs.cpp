// The checks and benchmarks on the kernel specs: in every precision, and that they run the kernels they are
// of.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>

#include "kernel_specs/kernel_spec.hpp"
#include "support/devices.hpp"

namespace glueball::test::kernel_all_specs {
namespace {

using gpu::Precision;
using Names = std::set<std::string>;

/// Names of the kernels that `work` runs on a device.
template <class Work>
Names kernels_of(gpu::Device& device, Work work) {
  gpu::Stream& stream = device.stream();
  stream.finish();
  stream.clear_times();
  stream.profile(true);
  work();
  stream.finish();
  stream.profile(false);
  Names names;
  for (const auto& [kernel, time] : stream.times()) names.insert(kernel);
  stream.clear_times();
  return names;
}

/// Updates and norms are passes of their own, whatever the device prefers: their kernels are to be seen.
LatticeOptions options_of(const gpu::Device& device, Precision precision, const Geometry& geometry) {
  LatticeOptions options = preferred_options(device, precision, geometry);
  options.fused = false;
  return options;
}

bool all_of(const kernel_specs::KernelSpec& spec, const Names& ran) {
  return std::all_of(spec.parts.begin(), spec.parts.end(),
                     [&](const auto& part) { return ran.contains(std::string(part.name)); });
}

TEST_SUITE("kernel") {
  TEST_CASE(
      "kernel specs: every kernel is as near to its reference as its kernel spec says, and the checks run "
      "it") {
    const auto& all = kernel_specs::all();
    std::vector<Names> ran(all.size());
    // A kernel spec's precisions on the CPU drivers in turn, which take minutes to compile all: what is not
    // here is under doctor (tests/cli/devices.cpp), and where each kernel is tested by itself.
    for_each_device([&](gpu::Device& device) {
      for (std::size_t n = 0; n < all.size(); ++n) {
        CAPTURE(all[n].kernel.name);
        for (const kernel_specs::Check& check : all[n].checks)
          for (const Precision precision : {Precision::half, Precision::single, Precision::double_}) {
            const double allowed = check.allowed.of(precision);
            if (allowed == 0 || (precision == Precision::double_ && !device.info().limits.float64)) continue;
            if (!has_turn(device, int(n) + int(precision))) continue;
            CAPTURE(check.name);
            CAPTURE(int(precision));
            const Geometry geometry(check.extents);
            LatticeOptions options = options_of(device, precision, geometry);
            // Some parts run only where sums are fused with hops, which GPUs have otherwise.
            for (const bool fused : {false, true}) {
              if (fused && (all_of(all[n], ran[n]) || device.info().type == gpu::DeviceType::software)) break;
              options.fused = fused;
              const DeviceLattice lattice(device, geometry, options);
              double error = NAN;
              ran[n].merge(kernels_of(device, [&] { error = check.error(lattice); }));
              CHECK(error < allowed);
            }
          }
      }
    });
    for (std::size_t n = 0; n < all.size(); ++n) {
      CHECK(ran[n].contains(std::string(all[n].kernel.name)));
      for (const auto& part : all[n].parts) {
        CAPTURE(part.name);
        CHECK(ran[n].contains(std::string(part.name)));
      }
    }
  }

  TEST_CASE("kernel specs: what is timed of a kernel runs it, or a part of its work") {
    const Geometry geometry({4, 6, 2, 8});  // that of checks: kernels are compiled already
    for_each_device([&](gpu::Device& device) {
      const DeviceLattice lattice(device, geometry, options_of(device, Precision::single, geometry));
      int turn = int(Precision::single);
      for (const auto& spec : kernel_specs::all()) {
        if (!has_turn(device, turn++)) continue;
        for (const kernel_specs::Benchmark& b : spec.benchmarks) {
          CAPTURE(b.name);
          const kernel_specs::Workload w = b.make(lattice);
          const Names ran = kernels_of(device, [&] { w.run(); });
          CHECK((ran.contains(std::string(spec.kernel.name)) ||
                 std::any_of(spec.parts.begin(), spec.parts.end(),
                             [&](const auto& part) { return ran.contains(std::string(part.name)); })));
        }
      }
    });
  }

  TEST_CASE("kernel specs: a reference does a benchmark's work, and can do it again") {
    const Geometry geometry({4, 4, 2, 4});
    int single = 0, both = 0;
    for (const kernel_specs::Benchmark* b : kernel_specs::benchmarks()) {
      if (!b->reference) continue;
      CAPTURE(b->name);
      const kernel_specs::Reference reference = b->reference(geometry);
      REQUIRE(reference.in_double);
      for (int n = 0; n < 2; ++n) CHECK_NOTHROW(reference.in_double());
      if (reference.in_single) CHECK_NOTHROW(reference.in_single());
      reference.in_single ? ++both : ++single;
    }
    CHECK(single >= 20);
    CHECK(both == 3);  // the hop, of eight right-hand sides too, and Wilson's operator
  }
}

}  // namespace

}  // namespace glueball::test::kernel_all_specs
