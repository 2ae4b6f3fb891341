// glueball bench hmc: trajectories of the setups of a paper of 2012 (bench/hmc_benchmark.hpp).
#include <fmt/format.h>

#include <algorithm>

#include "app/paths.hpp"
#include "app/progress.hpp"
#include "base/error.hpp"
#include "bench_hmc_report.hpp"
#include "bench_options.hpp"
#include "lattice/plaquettes.hpp"

namespace glueball::app {
namespace {

constexpr int kSettleOneIn = 4;  // one in four thermalizing trajectories has the setup's own mass

/// Returns the setups, the heaviest quarks first, because each run starts from the last links of the previous
/// one.
std::vector<HmcSetup> setups_of(const BenchOptions& o) {
  std::vector<HmcSetup> all;
  for (const auto& name : o.setups) all.push_back(hmc_setup(name));
  if (!o.masses.empty()) all.clear();
  for (const double mu : o.masses) all.push_back({.mu = mu});
  for (HmcSetup& setup : all)
    if (o.tau > 0) setup.tau = o.tau;
  std::stable_sort(all.begin(), all.end(), [](const HmcSetup& a, const HmcSetup& b) { return a.mu > b.mu; });
  return all;
}

/// Makes the start configuration, after a check that all runs fit into memory.
HmcStart start_of(const BenchOptions& o, const HmcBenchmark& b, Setup& setup,
                  const std::vector<HmcSetup>& setups) {
  gpu::Device& device = setup.device();
  const double mu = setups.front().mu;
  std::vector<MemoryNeed> needs;
  for (const HmcSetup& one : setups) needs.push_back(setup_need(device.info(), b, one));
  if (o.links.empty()) {
    const Geometry geometry(o.lattice_given ? o.lattice.values : std::array{24, 24, 24, 8});
    needs.push_back(start_need(device.info(), b));
    setup.require_fits(geometry, needs);
    say(o.common.quiet || o.common.json,
        fmt::format("a start on {}: {} sweeps, then {} trajectories with quarks ...", geometry.to_string(),
                    o.thermalization, o.thermalize));
    return benchmark_start(device, geometry, b, o.thermalization, o.thermalize, mu);
  }
  HmcStart start{.links = setup.read(find_input(o.links), {}, needs).configuration};
  thermalize(device, b, o.thermalize_given ? o.thermalize : 0, mu, start);
  return start;
}

void print_head(const BenchOptions& o, const HmcBenchmark& b, const HmcStart& start,
                const gpu::DeviceInfo& device) {
  fmt::print(
      "{} {}, driver {}\n{}, tree-level Symanzik action at beta {}, kappa {}, {}steps of {} of 2MN, {} "
      "precision{}\n",
      device.id(), device.name, device.driver, start.links.geometry().to_string(), b.beta, b.kappa,
      b.steps > 0 ? fmt::format("{} ", b.steps) : "", b.gauge_steps, gpu::to_string(b.options.precision),
      b.inner ? fmt::format(", solver's iterations in {}", inner_text(b)) : "");
  std::string made =
      start.sweeps > 0 ? fmt::format("{} heatbath sweeps of the gauge action", start.sweeps) : o.links;
  if (start.trajectories > 0)
    made += fmt::format(", then {} trajectories of tau 1 at a mu {:g}, {} accepted, at last in {} steps",
                        start.trajectories, start.mu, start.accepted, start.steps);
  fmt::print("start: {}; plaquette {:.5f}\n\n", made.empty() ? "hot" : made, start.plaquette);
}

}  // namespace

int run_hmc(const BenchOptions& o, Setup& setup) {
  const auto setups = setups_of(o);
  gpu::Device& device = setup.device();
  HmcBenchmark b = o.hmc;
  b.options = setup.options();
  if (!o.precision_given && device.info().limits.float64) b.options.precision = gpu::Precision::double_;
  if (o.hmc_inner != "auto") b.inner = o.hmc_inner == "half" ? gpu::Precision::half : gpu::Precision::single;
  if (b.inner == b.options.precision) b.inner.reset();
  b.half_format = o.common.format_of_half();
  b.energies = o.energies == "host"     ? Energies::host
               : o.energies == "device" ? Energies::device
                                        : Energies::automatic;
  if (b.options.precision == gpu::Precision::half)
    throw Error(ErrorKind::bad_value, "bench: molecular dynamics has no form in half precision",
                "choose another --precision");
  for (const HmcSetup& one : setups)
    benchmark_parameters(b, one);  // throws for invalid parameters before any work
  HmcStart start = start_of(o, b, setup, setups);
  if (!o.common.json) print_head(o, b, start, device.info());
  double mu = start.mu;
  for (const HmcSetup& one : setups) {
    const bool same = start.trajectories == 0 || mu == one.mu;
    const int settle = same ? 0 : (start.trajectories + kSettleOneIn - 1) / kSettleOneIn;
    const auto row = hmc_benchmark(device, b, one, settle, start);
    mu = one.mu;
    print_hmc_benchmark(b, start, row, device.info(), o.common.json);
  }
  return int(Status::done);
}

}  // namespace glueball::app
