#include "bench/hmc_benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/error.hpp"
#include "cpu/plaquette.hpp"
#include "run/last_configuration.hpp"
#include "update/heatbath.hpp"
#include "update/hmc.hpp"

namespace glueball {
namespace {

using Kernels = std::map<std::string, gpu::KernelTime>;

constexpr std::uint64_t kHmcSeed = 2012;
constexpr double kSymanzik = -1.0 / 12;            // c1 of the tree-level Symanzik action
constexpr int kFirstSteps = 20, kMostSteps = 320;  // for trajectories of length 1 during thermalization
// The limit is for one solve: condition numbers grow as 1 / (2 kappa mu)^2, which is 1.5e6 for setup A.
constexpr int kMaxIterations = 50000;

double seconds_of(const Kernels& kernels, bool dslash_alone) {
  const auto hops = [](const std::string& name) {
    return name.find("dslash") != std::string::npos || name.ends_with("wilson_cg");
  };
  double total = 0;
  for (const auto& [name, time] : kernels)
    if (!dslash_alone || hops(name)) total += time.seconds;
  return total;
}

/// Throws Error(device) if the CPU's plaquette of the links is not the one that the device computed. The
/// device's energies are wrong then, and so is every measured number.
void require_plaquette(const Configuration& links, double said) {
  const double plaquette = cpu::plaquette(links).average();
  if (!(std::abs(plaquette - said) <= kSamePlaquette))
    throw Error(ErrorKind::device,
                fmt::format("bench hmc: the plaquette of the links is {:.7f}, but the device computed {:.7f}",
                            plaquette, said),
                "run 'glueball doctor'");
}

void add_to(Kernels& all, const Kernels& kernels) {
  for (const auto& [name, time] : kernels) {
    all[name].calls += time.calls;
    all[name].seconds += time.seconds;
  }
}

/// Times one trajectory, part by part.
void take_parts(Hmc& hmc, int step, HmcBenchmarkRow& row) {
  MolecularDynamics& md = hmc.dynamics();
  std::vector<int> kicks_before;
  for (const auto& term : md.terms()) kicks_before.push_back(term.kicks);
  hmc.times();
  hmc.lattice().stream().clear_times();
  md.time_parts(true);
  const Trajectory t = hmc.run(step);
  md.time_parts(false);
  row.timed_seconds = t.seconds;
  row.kernels = hmc.times();
  for (std::size_t n = 0; n < t.monomials.size(); ++n) {
    const DynamicTerm& term = md.terms()[n];
    const std::string& name = t.monomials[n].name;
    row.parts.push_back(
        {name, "force", term.level, term.kicks - kicks_before[n], t.monomials[n].cg_iterations, term.force});
    row.parts.push_back({.name = name, .what = "energy", .time = term.energy});
  }
  row.parts.push_back({.name = "links", .time = md.drifts()});
  row.parts.push_back({.name = "momenta", .what = "energy", .time = md.kinetic()});
  // The rest is transfer of the links, their plaquette, and waiting.
  TrajectoryPart rest{.name = "rest"};
  rest.time.seconds = t.seconds;
  Kernels told;
  for (const TrajectoryPart& part : row.parts) {
    rest.time.seconds -= part.time.seconds;
    add_to(told, part.time.kernels);
  }
  for (const auto& [name, time] : row.kernels)
    if (time.calls > told[name].calls)
      rest.time.kernels[name] = {time.calls - told[name].calls, time.seconds - told[name].seconds};
  row.parts.push_back(rest);
}

HeatbathParameters gauge_parameters(const HmcBenchmark& b) {
  return {.couplings = {.beta = b.beta, .c1 = kSymanzik}, .overrelaxation = 3, .seed = kHmcSeed};
}

LatticeOptions in_single(LatticeOptions options) {
  options.precision = gpu::Precision::single;
  return options;
}

}  // namespace

double TrajectoryPart::device_seconds() const { return seconds_of(time.kernels, false); }
double TrajectoryPart::dslash_seconds() const { return seconds_of(time.kernels, true); }
double HmcBenchmarkRow::device_seconds() const { return seconds_of(kernels, false); }
double HmcBenchmarkRow::dslash_seconds() const { return seconds_of(kernels, true); }

const std::vector<HmcSetup>& hmc_setups() {
  static const std::vector<HmcSetup> all{
      {.name = "A", .mu = 0.0025, .tau = kTauOfPaper * 0.1, .paper_tau = 0.1},
      {.name = "B", .mu = 0.0035, .tau = kTauOfPaper * 0.1, .paper_tau = 0.1},
      {.name = "C", .mu = 0.1, .tau = kTauOfPaper * 1.0, .paper_tau = 1}};
  return all;
}

HmcSetup hmc_setup(const std::string& name) {
  for (const HmcSetup& setup : hmc_setups())
    if (name.size() == 1 && std::toupper(static_cast<unsigned char>(name[0])) == setup.name[0]) return setup;
  throw Error(ErrorKind::bad_value, fmt::format("bench hmc: there is no setup '{}'", name),
              "give A, B or C, or several by commas");
}

int steps_of(const HmcBenchmark& b, const HmcSetup& setup) {
  return b.steps > 0 ? b.steps : std::max(10, int(std::lround(kStepsOfTau * setup.tau)));
}

HmcParameters benchmark_parameters(const HmcBenchmark& b, const HmcSetup& setup) {
  HmcParameters p;
  p.tau = setup.tau;
  p.inner = b.inner;
  p.half_format = b.half_format;
  p.energies = b.energies;
  p.seed = kHmcSeed;
  p.max_iterations = kMaxIterations;
  p.levels = {{Integrator::omelyan, steps_of(b, setup)}, {Integrator::omelyan, b.gauge_steps}};
  ActionValues quarks{{"kappa", b.kappa}};
  if (setup.mu != 0) quarks["mu"] = setup.mu;
  p.monomials = {{setup.mu != 0 ? "twisted-mass" : "two-flavour", quarks, 0},
                 {"gauge", {{"beta", b.beta}, {"c1", kSymanzik}}, 1}};
  return settled(std::move(p), b.options.precision);
}

MemoryNeed start_need(const gpu::DeviceInfo& device, const HmcBenchmark& b) {
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    GaugeHeatbath(null_device, in_single(b.options), gauge_parameters(b), start);
  });
}

MemoryNeed setup_need(const gpu::DeviceInfo& device, const HmcBenchmark& b, const HmcSetup& setup) {
  const Energies least = b.energies == Energies::device ? Energies::device : Energies::host;
  return hmc_memory(device, b.options, benchmark_parameters(b, setup), least);
}

HmcStart benchmark_start(gpu::Device& device, const Geometry& geometry, const HmcBenchmark& b, int sweeps,
                         int trajectories, double mu) {
  HmcStart start{
      .sweeps = sweeps, .trajectories = trajectories, .links = hot_configuration(geometry, kHmcSeed)};
  {
    GaugeHeatbath chain(device, in_single(b.options), gauge_parameters(b), start.links);
    for (int step = 1; step <= sweeps; ++step) chain.sweep(step);
    start.links = chain.configuration();
  }
  thermalize(device, b, trajectories, mu, start);
  return start;
}

void thermalize(gpu::Device& device, const HmcBenchmark& b, int trajectories, double mu, HmcStart& start) {
  start.trajectories = trajectories;
  start.plaquette = cpu::plaquette(start.links).average();
  if (trajectories == 0) return;
  // Thermalization needs no more than single precision, which is fast.
  HmcBenchmark short_b = b;
  short_b.options = in_single(b.options);
  if (short_b.inner == gpu::Precision::single) short_b.inner.reset();
  start.mu = mu == 0 ? 0 : std::max(mu, hmc_setup("C").mu);
  start.steps = kFirstSteps;
  short_b.steps = start.steps;
  Hmc hmc(device, short_b.options, benchmark_parameters(short_b, {.mu = start.mu, .tau = 1}), start.links);
  for (int n = 0; n < trajectories; ++n) {
    hmc.set_steps(start.steps);
    const Trajectory t = hmc.run(start.next++);
    start.accepted += t.accepted;
    if (!t.accepted) start.steps = std::min(start.steps + (start.steps + 1) / 2, kMostSteps);
  }
  start.links = hmc.configuration();
  start.plaquette = cpu::plaquette(start.links).average();
}

HmcBenchmarkRow hmc_benchmark(gpu::Device& device, const HmcBenchmark& b, const HmcSetup& setup, int settle,
                              HmcStart& start) {
  HmcBenchmarkRow row{.setup = setup, .settled = settle};
  Hmc hmc(device, b.options, benchmark_parameters(b, setup), start.links);
  row.energies_on_device = hmc.energies_on_device();
  hmc.set_steps(2 * steps_of(b, setup));
  for (int n = 0; n < settle; ++n) hmc.run(start.next++);
  hmc.set_steps(steps_of(b, setup));
  hmc.run(start.next++);  // this first trajectory compiles the kernels
  for (int n = 0; n < b.trajectories; ++n) {
    const Trajectory t = hmc.run(start.next++);
    row.seconds += t.seconds / b.trajectories;
    row.cg_iterations += double(t.cg_iterations) / b.trajectories;
    row.delta_h += std::abs(t.delta_h) / b.trajectories;
    row.acceptance += std::min(1.0, std::exp(-t.delta_h)) / b.trajectories;
    row.accepted += t.accepted;
    row.plaquette += t.plaquette / b.trajectories;
    if (n + 1 == b.trajectories) require_plaquette(hmc.configuration(), t.plaquette);
  }
  take_parts(hmc, start.next++, row);
  start.links = hmc.configuration();
  return row;
}

}  // namespace glueball
