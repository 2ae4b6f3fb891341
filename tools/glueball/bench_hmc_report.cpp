// The output of bench hmc.
#include "bench_hmc_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/bench_row.hpp"
#include "by_time.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

using Json = nlohmann::ordered_json;
using KernelTimes = std::map<std::string, gpu::KernelTime>;

double share(double seconds, double total) { return total > 0 ? seconds / total : 0; }

/// Writes times by kernel, with fractions of the trajectory's kernel time.
Json kernels_of(const KernelTimes& kernels, double total) {
  Json all = Json::object();
  for (const auto& [name, time] : by_time(kernels))
    all[name] = {{"calls", time.calls}, {"seconds", time.seconds}, {"share", share(time.seconds, total)}};
  return all;
}

std::string precision_of(const HmcBenchmark& b) { return std::string(gpu::to_string(b.options.precision)); }
gpu::Precision inner_of(const HmcBenchmark& b) { return b.inner.value_or(b.options.precision); }

void print_hmc_json(const HmcBenchmark& b, const HmcStart& start, const HmcBenchmarkRow& row,
                    const gpu::DeviceInfo& device) {
  const double total = row.device_seconds();
  Json line = {{"kernel", "hmc"}, {"setup", row.setup.name}};
  line.update(machine_json(device));
  line.update({{"lattice", start.links.geometry().extents()},
               {"precision", precision_of(b)},
               {"inner", gpu::to_string(inner_of(b))},
               {"energies", row.energies_on_device ? "device" : "host"},
               {"beta", b.beta},
               {"kappa", b.kappa},
               {"mu", row.setup.mu},
               {"steps", steps_of(b, row.setup)},
               {"gauge_steps", b.gauge_steps},
               {"tau", row.setup.tau},
               {"paper_tau", row.setup.paper_tau},
               {"start",
                {{"sweeps", start.sweeps},
                 {"trajectories", start.trajectories},
                 {"mu", start.mu},
                 {"accepted", start.accepted},
                 {"steps", start.steps},
                 {"plaquette", start.plaquette},
                 {"settled", row.settled}}},
               {"trajectories", b.trajectories},
               {"seconds", row.seconds},
               {"cg_iterations", row.cg_iterations},
               {"acceptance", row.acceptance},
               {"accepted", row.accepted},
               {"abs_delta_h", row.delta_h},
               {"plaquette", row.plaquette},
               {"timed_seconds", row.timed_seconds},
               {"device_seconds", total},
               {"not_dslash", 1 - share(row.dslash_seconds(), row.timed_seconds)},
               {"not_dslash_on_device", 1 - share(row.dslash_seconds(), total)}});
  if (inner_of(b) == gpu::Precision::half) line["half_format"] = gpu::to_string(b.half_format);
  for (const auto& p : row.parts) {
    Json part = {{"name", p.name}};
    if (!p.what.empty()) part["what"] = p.what;
    if (p.what == "force") {
      part["level"] = p.level;
      part["kicks"] = p.kicks;
      part["cg_iterations"] = p.cg_iterations;
    }
    part["seconds"] = p.time.seconds;
    part["share"] = share(p.time.seconds, row.timed_seconds);
    part["device_seconds"] = p.device_seconds();
    part["dslash_seconds"] = p.dslash_seconds();
    part["kernels"] = kernels_of(p.time.kernels, total);
    line["parts"].push_back(std::move(part));
  }
  line["kernels"] = kernels_of(row.kernels, total);
  fmt::print("{}\n", json_line(line));
  std::fflush(stdout);
}

/// Returns seconds of a kernel by level, and in parts that have no level.
std::vector<double> level_columns(const HmcBenchmarkRow& row, const std::string& kernel, int levels) {
  std::vector<double> seconds(std::size_t(levels) + 1, 0);
  for (const auto& p : row.parts)
    if (const auto found = p.time.kernels.find(kernel); found != p.time.kernels.end())
      seconds[p.level >= 0 ? std::size_t(p.level) : std::size_t(levels)] += found->second.seconds;
  return seconds;
}

}  // namespace

std::string inner_text(const HmcBenchmark& b) {
  const gpu::Precision inner = inner_of(b);
  if (inner != gpu::Precision::half) return std::string(gpu::to_string(inner));
  return fmt::format("{} ({})", gpu::to_string(inner), gpu::to_string(b.half_format));
}

void print_hmc_benchmark(const HmcBenchmark& b, const HmcStart& start, const HmcBenchmarkRow& row,
                         const gpu::DeviceInfo& device, bool json) {
  if (json) return print_hmc_json(b, start, row, device);
  const HmcSetup& setup = row.setup;
  if (setup.paper_tau > 0)
    fmt::print(
        "setup {} of arXiv:1209.5942: its tau {:g} goes with generators lambda; with ours, lambda/2, it is "
        "{:g}\n",
        setup.name, setup.paper_tau, kTauOfPaper * setup.paper_tau);
  fmt::print(
      "a mu {:g}: {:.3f} s a trajectory of tau {:g} in {} steps, {:.0f} CG iterations, energies on the {}\n",
      setup.mu, row.seconds, setup.tau, steps_of(b, setup), row.cg_iterations,
      row.energies_on_device ? "device" : "host");
  fmt::print("  {} of {} accepted, <min(1, exp(-dH))> {:.2f}, <|dH|> {:.3f}, plaquette {:.5f}\n",
             row.accepted, b.trajectories, row.acceptance, row.delta_h, row.plaquette);
  fmt::print("  one more trajectory, part by part: {:.3f} s, of it {:.3f} on the device\n", row.timed_seconds,
             row.device_seconds());
  fmt::print("  {:<28} {:>6} {:>8} {:>8} {:>9} {:>7} {:>9} {:>9}\n", "part", "level", "kicks", "CG",
             "seconds", "share", "device", "Dslash");
  int levels = 0;
  for (const auto& p : row.parts) {
    levels = std::max(levels, p.level + 1);
    const bool force = p.what == "force";
    const auto number = [&](int n) { return force ? fmt::format("{}", n) : std::string(); };
    fmt::print("  {:<28} {:>6} {:>8} {:>8} {:>9.3f} {:>6.1f}% {:>9.3f} {:>9.3f}\n",
               p.name + (p.what.empty() ? "" : ": " + p.what), number(p.level), number(p.kicks),
               number(p.cg_iterations), p.time.seconds, 100 * share(p.time.seconds, row.timed_seconds),
               p.device_seconds(), p.dslash_seconds());
  }
  fmt::print("  {:<28} {:>8} {:>9} {:>7}", "kernel", "calls", "seconds", "share");
  for (int level = 0; level < levels; ++level) fmt::print(" {:>9}", fmt::format("level {}", level));
  fmt::print(" {:>9}\n", "others");
  for (const auto& [name, time] : by_time(row.kernels)) {
    fmt::print("  {:<28} {:>8} {:>9.4f} {:>6.1f}%", name, time.calls, time.seconds,
               100 * share(time.seconds, row.device_seconds()));
    for (const double seconds : level_columns(row, name, levels)) fmt::print(" {:>9.4f}", seconds);
    fmt::print("\n");
  }
  fmt::print(
      "  not Dslash, nor CG in one launch: {:.1f}% of the trajectory, {:.1f}% of the device's time\n\n",
      100 * (1 - share(row.dslash_seconds(), row.timed_seconds)),
      100 * (1 - share(row.dslash_seconds(), row.device_seconds())));
}

}  // namespace glueball::app
