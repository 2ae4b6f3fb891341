#include "app/hmc_benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace glueball::app {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::pair<std::string, gpu::KernelTime>> by_time(
    const std::map<std::string, gpu::KernelTime>& kernels) {
  std::vector<std::pair<std::string, gpu::KernelTime>> rows(kernels.begin(), kernels.end());
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.second.seconds > b.second.seconds; });
  return rows;
}

double total_seconds(const std::map<std::string, gpu::KernelTime>& kernels) {
  double total = 0;
  for (const auto& kernel : kernels) total += kernel.second.seconds;
  return total;
}

}  // namespace

HmcParameters benchmark_parameters(const HmcBenchmark& b, double mu) {
  HmcParameters p;
  p.tau = b.tau;
  p.precision = b.precision;
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
  hmc.times();
  hmc.lattice().stream().clear_times();
  hmc.run(0);  // compiles, and is the one that has timestamps
  row.kernels = hmc.times();
  for (int step = 1; step <= b.trajectories; ++step) {
    const Trajectory t = hmc.run(step);
    row.seconds += t.seconds / b.trajectories;
    row.delta_h += std::abs(t.delta_h) / b.trajectories;
    row.acceptance += std::min(1.0, std::exp(-t.delta_h)) / b.trajectories;
  }
  std::vector<int> kicks_before;
  for (const auto& term : hmc.dynamics().terms()) kicks_before.push_back(term.kicks);
  hmc.dynamics().time_kicks(true);
  const Trajectory t = hmc.run(b.trajectories + 1);
  row.timed_seconds = t.seconds;
  for (std::size_t n = 0; n < t.monomials.size(); ++n) {
    const DynamicTerm& term = hmc.dynamics().terms()[n];
    row.monomials.push_back({t.monomials[n].name, term.level, term.kicks - kicks_before[n],
                             t.monomials[n].cg_iterations, term.seconds});
  }
  return row;
}

void print_hmc_benchmark(const HmcBenchmark& b, const HmcBenchmarkRow& row, const gpu::DeviceInfo& device,
                         const Geometry& geometry, bool json) {
  const double total = total_seconds(row.kernels);
  const std::string precision = b.precision == gpu::Precision::double_ ? "double" : "single";
  if (json) {
    Json line = {{"kernel", "hmc"},
                 {"device", device.name},
                 {"api", gpu::to_string(device.api)},
                 {"lattice", geometry.extents()},
                 {"precision", precision},
                 {"beta", b.beta},
                 {"kappa", b.kappa},
                 {"mu", row.mu},
                 {"steps", b.steps},
                 {"gauge_steps", b.gauge_steps},
                 {"tau", b.tau},
                 {"trajectories", b.trajectories},
                 {"seconds", row.seconds},
                 {"acceptance", row.acceptance},
                 {"abs_delta_h", row.delta_h}};
    for (const auto& m : row.monomials)
      line["monomials"].push_back({{"name", m.name},
                                   {"level", m.level},
                                   {"kicks", m.kicks},
                                   {"cg_iterations", m.cg_iterations},
                                   {"seconds", m.seconds},
                                   {"share", m.seconds / row.timed_seconds}});
    for (const auto& [name, time] : by_time(row.kernels))
      line["kernels"][name] = {
          {"calls", time.calls}, {"seconds", time.seconds}, {"share", total > 0 ? time.seconds / total : 0}};
    fmt::print("{}\n", line.dump());
    std::fflush(stdout);
    return;
  }
  fmt::print(
      "a mu {:g}: {:.3f} s a trajectory, <min(1, exp(-dH))> {:.2f}, <|dH|> {:.3f}, over {} of tau {:g}\n",
      row.mu, row.seconds, row.acceptance, row.delta_h, b.trajectories, b.tau);
  fmt::print("  {:<28} {:>6} {:>8} {:>10} {:>10} {:>7}\n", "action", "level", "kicks", "CG", "seconds",
             "share");
  for (const auto& m : row.monomials)
    fmt::print("  {:<28} {:>6} {:>8} {:>10} {:>10.3f} {:>6.1f}%\n", m.name, m.level, m.kicks, m.cg_iterations,
               m.seconds, 100 * m.seconds / row.timed_seconds);
  fmt::print("  {:<28} {:>6} {:>8} {:>10} {:>10}\n", "kernel", "", "calls", "", "seconds");
  for (const auto& [name, time] : by_time(row.kernels))
    fmt::print("  {:<28} {:>6} {:>8} {:>10} {:>10.3f} {:>6.1f}%\n", name, "", time.calls, "", time.seconds,
               total > 0 ? 100 * time.seconds / total : 0);
  fmt::print("\n");
}

}  // namespace glueball::app
