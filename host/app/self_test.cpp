#include "app/self_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>

#include "cpu/plaquette.hpp"
#include "fermion/wilson_operator.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernels/linalg.hpp"
#include "linalg/global_sums.hpp"
#include "solvers/conjugate_gradient.hpp"
#include "update/hmc.hpp"

namespace glueball::app {
namespace {

/// Makes a check that a limit of the device is at least what the kernels need.
template <class T>
SelfTest at_least(std::string name, T gpu::Limits::*limit, std::uint64_t needed, const std::string& unit) {
  return {std::move(name), [=](gpu::Device& device) {
            const std::uint64_t found = device.info().limits.*limit;
            return SelfTestResult{found >= needed, fmt::format("{}{}, {} needed", found, unit, needed),
                                  "try a newer driver, or another --device"};
          }};
}

/// The result of a solve on 8^4 with many iterations in one launch: |b - A x| / |b| by separate launches, and
/// the number of workgroups that are resident together.
struct SharedSolve {
  double residual;
  std::uint32_t groups;
};

std::optional<SharedSolve> shared_solve(gpu::Device& device, gpu::Precision precision, double tolerance) {
  const Geometry geometry({8, 8, 8, 8});
  if (precision == gpu::Precision::double_ && !device.info().limits.float64) return {};
  if (!DeviceBarrier::suits(device, geometry, precision)) return {};
  LatticeOptions options = preferred_options(device, precision, geometry);
  options.storage = gpu::Storage::buffer;  // solvers of hmc use buffers
  const DeviceLattice lattice(device, geometry, options);
  kernel_specs::BenchmarkSpinors fields(lattice);
  WilsonOperator op(lattice, fields.u, 0.1);
  gpu::Pipeline* const pipeline = op.iterations_pipeline();
  if (pipeline == nullptr) return {};
  SpinorField middle(lattice);
  ConjugateGradient<SpinorField>(op).solve(fields.a, fields.b, tolerance, 1000);
  op.normal(fields.b, middle, fields.c);
  kernels::Axpy::run(lattice, {.a = -1, .b = 0}, fields.a, fields.c);
  GlobalSums sums(lattice);
  return SharedSolve{std::sqrt(sums.norm2(fields.c) / sums.norm2(fields.a)),
                     pipeline->resident_groups.value_or(0)};
}

/// Checks that solver iterations can share a launch and that such a solve converges. A device that cannot do
/// this has no fault.
SelfTestResult device_barrier_test(gpu::Device& device) {
  using gpu::Precision;
  std::string told, hint;
  bool good = true;
  for (const auto& [precision, tolerance, allowed] :
       {std::tuple(Precision::half, 1e-1, 0.3), std::tuple(Precision::single, 1e-4, 1e-3),
        std::tuple(Precision::double_, 1e-8, 1e-7)}) {
    const std::string name(to_string(precision));
    const auto solve = shared_solve(device, precision, tolerance);
    if (!solve) continue;
    const std::string groups = solve->groups == 0 ? "no, too few workgroups are resident at once"
                                                  : fmt::format("yes, {} workgroups", solve->groups);
    told +=
        fmt::format("; {}: {}, |b - Ax|/|b| {:.0e}, {:.0e} allowed", name, groups, solve->residual, allowed);
    if (solve->residual < allowed) continue;
    good = false;
    hint = solve->groups == 0 ? "use another driver, or another --device" : "run with --persistent-cg off";
  }
  if (told.empty()) return {true, "no: not a GPU, or too few storage blocks", ""};
  return {good, "8^4" + told, hint};
}

/// Checks energies of trajectories as hmc computes them: the links have the plaquette that the device's sums
/// give, and short steps keep H. On a GPU quarks are included, on blocks of 72 sites of which several make a
/// workgroup, and double follows single precision. Wrong sums were found in that case alone.
SelfTestResult energies_test(gpu::Device& device) {
  if (!device.info().limits.float64) return {true, "no double precision: the host computes them", ""};
  using gpu::Precision;
  constexpr double kPlaquette = 1e-9, kDeltaH = 0.1;
  const bool gpu = device.info().type != gpu::DeviceType::software;
  Configuration links = hot_configuration(gpu ? Geometry({24, 24, 24, 8}) : Geometry({4, 4, 4, 4}), 2012);
  double worst = 0, delta_h = 0;
  for (const Precision precision : {Precision::single, Precision::double_}) {
    if (!gpu && precision == Precision::double_) continue;  // these kernels take seconds to compile
    HmcParameters p{.beta = 3.9,
                    .c1 = -1.0 / 12,
                    .kappa = gpu ? 0.12 : 0,
                    .tau = 0.02,
                    .steps = 4,
                    .seed = 2012,
                    .energies = Energies::device};
    LatticeOptions options = preferred_options(device);
    options.precision = precision;
    Hmc hmc(device, options, p, links);
    for (int step = 1; step <= 2; ++step) {
      const Trajectory t = hmc.run(step);
      delta_h = std::max(delta_h, std::abs(t.delta_h));
      worst = std::max(worst, std::abs(cpu::plaquette(hmc.configuration()).average() - t.plaquette));
    }
    links = hmc.configuration();
  }
  return {worst < kPlaquette && delta_h < kDeltaH,
          fmt::format("plaquettes differ by {:.1e}, {:.0e} allowed; |dH| up to {:.1e}, {:.1g} allowed", worst,
                      kPlaquette, delta_h, kDeltaH),
          "use energies of the host, 'glueball hmc --energies host', or another driver"};
}

}  // namespace

std::vector<SelfTest> limit_tests() {
  using gpu::Limits;
  return {
      at_least("limit: storage range", &Limits::storage_range_bytes, std::uint64_t(1) << 27, " bytes"),
      at_least("limit: texel buffer", &Limits::texel_elements, std::uint64_t(1) << 16, " texels"),
      at_least("limit: image layers", &Limits::image_layers, 72, ""),
      at_least("limit: workgroup", &Limits::group_invocations, 128, " invocations"),
      at_least("limit: shared memory", &Limits::shared_bytes, 16384, " bytes"),
      at_least("limit: storage blocks", &Limits::storage_blocks, 8, " per shader"),
  };
}

std::vector<SelfTest> self_tests() {
  std::vector<SelfTest> all = limit_tests();
  for (auto& test : kernel_spec_tests()) all.push_back(std::move(test));
  all.push_back({"iterations that share a launch", device_barrier_test});
  all.push_back({"energies of trajectories", energies_test});
  return all;
}

}  // namespace glueball::app
