// glueball bench: kernels and algorithms timed, beside the device's copy bandwidth in the same run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/autotune.hpp"
#include "app/benchmark.hpp"
#include "app/hmc_benchmark.hpp"
#include "app/open.hpp"
#include "app/paths.hpp"
#include "app/restart_benchmark.hpp"
#include "command.hpp"
#include "io/configuration_file.hpp"

namespace glueball::app {
namespace {

struct BenchOptions {
  CommonOptions common;
  std::vector<std::string> names;
  Four lattice{{16, 16, 16, 16}};
  int reconstruct = 0;
  double seconds = 1.0;
  std::string links;
  double kappa = 0.15, tolerance = 1e-10;
  int thermalization = 50;
  bool no_cpu = false;
  HmcBenchmark hmc;
};

std::string known_names() {
  std::string text = "copy";
  for (const auto& b : benchmarks()) text += ", " + b.name;
  return text;
}

/// The 2006 paper's comparison; see app/restart_benchmark.hpp.
int run_restart(const BenchOptions& o) {
  const auto device = open_device(o.common);
  const Configuration u = o.links.empty()
                              ? thermal_configuration(*device, Geometry(o.lattice.values), o.thermalization)
                              : io::read_configuration(find_input(o.links).string(), {}).configuration;
  QuarkParameters quark;
  quark.kappa = o.kappa;
  SolverOptions options;
  options.tolerance = o.tolerance;
  if (o.reconstruct != 0) options.reconstruct = o.reconstruct;
  const auto rows = restart_benchmark(*device, u, quark, options, !o.no_cpu);
  if (!o.common.json) {
    fmt::print("{} {}, driver {}\n{}, {}, kappa {}, true residual {:.0e}\n\n", device->info().id(), device->info().name,
               device->info().driver, u.geometry().to_string(),
               o.links.empty() ? fmt::format("beta 6 after {} sweeps", o.thermalization) : o.links, o.kappa, o.tolerance);
    fmt::print("{:<50} {:>10} {:>9} {:>10} {:>9} {:>9} {:>9}\n", "method", "iterations", "restarts", "residual", "seconds",
               "GFLOP/s", "speed-up");
  }
  for (const auto& row : rows) {
    const double speed_up = row.seconds > 0 ? rows.front().seconds / row.seconds : 0;
    if (o.common.json)
      fmt::print("{}\n", nlohmann::ordered_json{{"kernel", "restart"}, {"method", row.method},
                                                {"device", device->info().name}, {"api", gpu::to_string(device->info().api)},
                                                {"lattice", u.geometry().extents()}, {"iterations", row.iterations},
                                                {"restarts", row.restarts}, {"residual", row.residual},
                                                {"seconds", row.seconds}, {"gflops", row.gflops}, {"speed_up", speed_up}}
                              .dump());
    else if (row.seconds > 0)
      fmt::print("{:<50} {:>10} {:>9} {:>10.2e} {:>9.3f} {:>9.1f} {:>9.2f}\n", row.method, row.iterations, row.restarts,
                 row.residual, row.seconds, row.gflops, speed_up);
    else
      fmt::print("{}\n", row.method);
  }
  return int(Status::done);
}

/// The setups of 2012; see app/hmc_benchmark.hpp.
int run_hmc(const BenchOptions& o) {
  HmcBenchmark b = o.hmc;
  b.precision = o.common.precision_of_fields();
  if (b.precision == gpu::Precision::half)
    throw Error(Status::usage, "bench: molecular dynamics has no form in half precision", "choose another --precision");
  for (const double mu : b.masses) benchmark_parameters(b, mu);  // complains before there is work
  const auto device = open_device(o.common);
  const Configuration u = o.links.empty()
                              ? thermal_configuration(*device, Geometry(o.lattice.values), o.thermalization)
                              : io::read_configuration(find_input(o.links).string(), {}).configuration;
  if (!o.common.json)
    fmt::print("{} {}, driver {}\n{}, {}, beta {}, kappa {}, {} steps of {} of 2MN, {} precision\n\n", device->info().id(),
               device->info().name, device->info().driver, u.geometry().to_string(),
               o.links.empty() ? fmt::format("from Wilson's action at beta 6 after {} sweeps", o.thermalization) : o.links, b.beta,
               b.kappa, b.steps, b.gauge_steps, o.common.precision);
  for (const double mu : b.masses) {
    const auto row = hmc_benchmark(*device, o.common.storage_or(device->preferred_storage()), u, b, mu);
    print_hmc_benchmark(b, row, device->info(), u.geometry(), o.common.json);
  }
  return int(Status::done);
}

int run(const BenchOptions& o) {
  using Alone = std::pair<const char*, int (*)(const BenchOptions&)>;
  for (const auto& [alone, run_alone] : {Alone{"restart", run_restart}, Alone{"hmc", run_hmc}}) {
    if (std::find(o.names.begin(), o.names.end(), alone) == o.names.end()) continue;
    if (o.names.size() > 1) throw Error(Status::usage, fmt::format("bench {} is run alone", alone), "take the other names out");
    return run_alone(o);
  }
  std::vector<const Benchmark*> chosen;
  for (const auto& name : o.names) {
    const auto& list = benchmarks();
    const auto found = std::find_if(list.begin(), list.end(), [&](const Benchmark& b) { return b.name == name; });
    if (found == list.end() && name != "copy" && name != "all")
      throw Error(Status::usage, "bench: no benchmark '" + name + "'", "there are " + known_names());
    if (found != list.end()) chosen.push_back(&*found);
  }
  const gpu::Precision precision = o.common.precision_of_fields();
  if (precision == gpu::Precision::half)
    for (const Benchmark* b : chosen)
      if (!b->in_half)
        throw Error(Status::usage, "bench: '" + b->name + "' has no form in half precision", "choose another --precision");
  const bool all = o.names.empty() || std::find(o.names.begin(), o.names.end(), "all") != o.names.end();
  if (all)
    for (const auto& b : benchmarks())
      if (precision != gpu::Precision::half || b.in_half) chosen.push_back(&b);

  const auto device = open_device(o.common);
  const Geometry geometry(o.lattice.values);
  LatticeOptions options = preferred_options(*device, precision, geometry);
  options.reconstruct = o.reconstruct != 0 ? o.reconstruct : 12;
  const auto options_for = [&](const std::string& name) {
    LatticeOptions chosen = options;
    choose_options(o.common, *device, geometry, {.workload = name, .reconstruct = o.reconstruct == 0}, chosen);
    return chosen;
  };
  const double copy = copy_bandwidth(*device, o.common.storage_or(device->preferred_storage()), o.seconds);

  const auto report = [&](const std::string& name, const LatticeOptions& options, double seconds, double spread, double flops,
                          double bytes) {
    const double gflops = flops / seconds * 1e-9, gbytes = bytes / seconds * 1e-9;
    if (o.common.json) {
      const nlohmann::ordered_json line = {
          {"kernel", name}, {"device", device->info().name}, {"api", gpu::to_string(device->info().api)},
          {"lattice", geometry.extents()}, {"precision", o.common.precision}, {"reconstruct", options.reconstruct},
          {"storage", gpu::to_string(options.storage)}, {"workgroup", options.workgroup}, {"seconds", seconds}, {"spread", spread}, {"gflops", gflops},
          {"gbytes_per_s", gbytes}, {"copy_gbytes_per_s", copy * 1e-9}, {"fraction_of_copy", bytes / seconds / copy}};
      fmt::print("{}\n", line.dump());
    } else {
      fmt::print("{:<14} {:>12.2f} {:>7.1f}% {:>10.1f} {:>10.1f} {:>9.2f}  {}, {}, {}\n", name, seconds * 1e6, spread * 100,
                 gflops, gbytes, bytes / seconds / copy, gpu::to_string(options.storage), options.workgroup,
                 options.reconstruct);
    }
    std::fflush(stdout);
  };
  if (!o.common.json) {
    fmt::print("{} {}, driver {}\n{} {} precision; copy {:.1f} GB/s; chosen are storage, workgroup, reals a link\n\n",
               device->info().id(), device->info().name, device->info().driver, geometry.to_string(), o.common.precision,
               copy * 1e-9);
    fmt::print("{:<14} {:>12} {:>8} {:>10} {:>10} {:>9}  {}\n", "kernel", "microseconds", "spread", "GFLOP/s", "GB/s",
               "of copy", "chosen");
  } else {
    LatticeOptions plain = options;
    plain.storage = o.common.storage_or(device->preferred_storage());
    report("copy", plain, 0x1p30 / copy, 0, 0, 0x1p30);
  }
  for (const Benchmark* b : chosen) {
    const DeviceLattice lattice(*device, geometry, options_for(b->name));
    const Workload w = b->make(lattice);
    const Timing t = measure(lattice, w, o.seconds);
    report(b->name, lattice.options(), t.seconds, (t.worst - t.best) / t.seconds, w.flops, w.bytes);
  }
  return int(Status::done);
}

}  // namespace

Command bench_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("bench", "time kernels and algorithms beside the device's copy bandwidth");
  auto options = std::make_shared<BenchOptions>();
  const std::string group = "Benchmark";
  table->add_option("names", options->names, "what to time: " + known_names() + "; all of it by default; or restart, the experiment of 2006; or hmc, the setups of 2012")->type_name("NAME");
  table->add_option("--lattice", options->lattice, "extents, in sites")
      ->type_name("X,Y,Z,T")->capture_default_str()->group(group);
  table->add_option("--reconstruct", options->reconstruct, "reals a stored link has: 8, 12 or 18; 0: measured, or 12")
      ->type_name("COUNT")->capture_default_str()->group(group);
  table->add_option("--seconds", options->seconds, "to spend on each, in seconds")
      ->type_name("TIME")->capture_default_str()->group(group);
  const std::string restart = "The experiment of 2006 (bench restart)";
  table->add_option("--links", options->links, "a gauge configuration; by default one is made at beta 6")
      ->type_name("FILE")->group(restart);
  table->add_option("--thermalization", options->thermalization, "sweeps that make it")
      ->type_name("COUNT")->capture_default_str()->group(restart);
  table->add_option("--kappa", options->kappa, "hopping parameter")->type_name("NUMBER")->capture_default_str()->group(restart);
  table->add_option("--tolerance", options->tolerance, "true residual to reach")
      ->type_name("NUMBER")->capture_default_str()->group(restart);
  table->add_flag("--no-cpu", options->no_cpu, "leave out the solve on the CPU alone")->group(restart);
  const std::string hmc = "The setups of 2012 (bench hmc), from --links or --thermalization";
  auto& h = options->hmc;
  table->add_option("--beta", h.beta, "6/g^2 of the tree-level Symanzik action")->type_name("NUMBER")->capture_default_str()->group(hmc);
  table->add_option("--hmc-kappa", h.kappa, "hopping parameter")->type_name("NUMBER")->capture_default_str()->group(hmc);
  table->add_option("--mu", h.masses, "twisted masses a mu, by commas")
      ->delimiter(',')->type_name("LIST")->capture_default_str()->group(hmc);
  table->add_option("--steps", h.steps, "of 2MN for the quarks")->type_name("COUNT")->capture_default_str()->group(hmc);
  table->add_option("--gauge-steps", h.gauge_steps, "of 2MN for the gauge action, over each drift of the quarks'")
      ->type_name("COUNT")->capture_default_str()->group(hmc);
  table->add_option("--tau", h.tau, "length of a trajectory")->type_name("NUMBER")->capture_default_str()->group(hmc);
  table->add_option("--trajectories", h.trajectories, "to time, for each mass")
      ->type_name("COUNT")->capture_default_str()->group(hmc);
  add_precision(*table, options->common, {"half", "single", "double"});
  add_common(*table, options->common);
  table->footer("Example:  glueball bench dslash --lattice 32,32,32,32");
  return {table, [options] { return run(*options); }};
}

}  // namespace glueball::app
