#include "app/hmc_benchmark.hpp"

#include <algorithm>
#include <cmath>

namespace glueball::app {
namespace {

using Kernels = std::map<std::string, gpu::KernelTime>;

double seconds_of(const Kernels& kernels, bool dslash_alone) {
  double total = 0;
  for (const auto& [name, time] : kernels)
    if (!dslash_alone || name.find("dslash") != std::string::npos) total += time.seconds;
  return total;
}

void add_to(Kernels& all, const Kernels& kernels) {
  for (const auto& [name, time] : kernels) {
    all[name].calls += time.calls;
    all[name].seconds += time.seconds;
  }
}

/// One trajectory part by part.
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
    row.parts.push_back({name, "force", term.level, term.kicks - kicks_before[n], t.monomials[n].cg_iterations, term.force});
    row.parts.push_back({.name = name, .what = "energy", .time = term.energy});
  }
  row.parts.push_back({.name = "links", .time = md.drifts()});
  row.parts.push_back({.name = "momenta", .what = "energy", .time = md.kinetic()});
  // Transfers of the links, their plaquette, waiting.
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

}  // namespace

double TrajectoryPart::device_seconds() const { return seconds_of(time.kernels, false); }
double TrajectoryPart::dslash_seconds() const { return seconds_of(time.kernels, true); }
double HmcBenchmarkRow::device_seconds() const { return seconds_of(kernels, false); }
double HmcBenchmarkRow::dslash_seconds() const { return seconds_of(kernels, true); }

HmcParameters benchmark_parameters(const HmcBenchmark& b, double mu) {
  HmcParameters p;
  p.tau = b.tau;
  p.precision = b.precision;
  p.inner = b.inner;
  p.half_format = b.half_format;
  p.energies = b.energies;
  p.seed = 2012;
  p.levels = {{Integrator::omelyan, b.steps}, {Integrator::omelyan, b.gauge_steps}};
  ActionValues quarks{{"kappa", b.kappa}};
  if (mu != 0) quarks["mu"] = mu;
  p.monomials = {{mu != 0 ? "twisted-mass" : "two-flavour", quarks, 0},
                 {"gauge", {{"beta", b.beta}, {"c1", -1.0 / 12}}, 1}};
  return settled(std::move(p));
}

HmcBenchmarkRow hmc_benchmark(gpu::Device& device, gpu::Storage storage, const Configuration& start,
                              const HmcBenchmark& b, double mu) {
  HmcBenchmarkRow row{.mu = mu};
  Hmc hmc(device, storage, benchmark_parameters(b, mu), start);
  row.energies_on_device = hmc.energies_on_device();
  int step = 0;
  hmc.set_steps(2 * b.steps);
  for (; step < b.thermalize; ++step) hmc.run(step);
  hmc.set_steps(b.steps);
  hmc.run(step++);  // compiles
  for (int n = 0; n < b.trajectories; ++n) {
    const Trajectory t = hmc.run(step++);
    row.seconds += t.seconds / b.trajectories;
    row.delta_h += std::abs(t.delta_h) / b.trajectories;
    row.acceptance += std::min(1.0, std::exp(-t.delta_h)) / b.trajectories;
    row.accepted += t.accepted;
    row.plaquette += t.plaquette / b.trajectories;
  }
  take_parts(hmc, step, row);
  return row;
}

}  // namespace glueball::app
