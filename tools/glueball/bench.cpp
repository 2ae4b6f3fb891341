// glueball bench: kernels and algorithms timed, beside the device's copy bandwidth in the same run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/benchmark.hpp"
#include "app/open.hpp"
#include "command.hpp"

namespace glueball::app {
namespace {

struct BenchOptions {
  CommonOptions common;
  std::vector<std::string> names;
  Four lattice{{16, 16, 16, 16}};
  int reconstruct = 12;
  double seconds = 1.0;
};

std::string known_names() {
  std::string text = "copy";
  for (const auto& b : benchmarks()) text += ", " + b.name;
  return text;
}

int run(const BenchOptions& o) {
  std::vector<const Benchmark*> chosen;
  for (const auto& name : o.names) {
    const auto& list = benchmarks();
    const auto found = std::find_if(list.begin(), list.end(), [&](const Benchmark& b) { return b.name == name; });
    if (found == list.end() && name != "copy" && name != "all")
      throw Error(Status::usage, "bench: no benchmark '" + name + "'", "there are " + known_names());
    if (found != list.end()) chosen.push_back(&*found);
  }
  const bool all = o.names.empty() || std::find(o.names.begin(), o.names.end(), "all") != o.names.end();
  if (all)
    for (const auto& b : benchmarks()) chosen.push_back(&b);

  const auto device = open_device(o.common);
  LatticeOptions options = preferred_options(*device);
  options.storage = o.common.storage_or(device->preferred_storage());
  options.reconstruct = o.reconstruct;
  const Geometry geometry(o.lattice.values);
  const double copy = copy_bandwidth(*device, options.storage, o.seconds);

  const auto report = [&](const std::string& name, double seconds, double spread, double flops, double bytes) {
    const double gflops = flops / seconds * 1e-9, gbytes = bytes / seconds * 1e-9;
    if (o.common.json) {
      const nlohmann::ordered_json line = {
          {"kernel", name}, {"device", device->info().name}, {"api", gpu::to_string(device->info().api)},
          {"lattice", geometry.extents()}, {"precision", "single"}, {"reconstruct", options.reconstruct},
          {"storage", gpu::to_string(options.storage)}, {"seconds", seconds}, {"spread", spread}, {"gflops", gflops},
          {"gbytes_per_s", gbytes}, {"copy_gbytes_per_s", copy * 1e-9}, {"fraction_of_copy", bytes / seconds / copy}};
      fmt::print("{}\n", line.dump());
    } else {
      fmt::print("{:<14} {:>12.2f} {:>7.1f}% {:>10.1f} {:>10.1f} {:>9.2f}\n", name, seconds * 1e6, spread * 100, gflops, gbytes,
                 bytes / seconds / copy);
    }
    std::fflush(stdout);
  };
  if (!o.common.json) {
    fmt::print("{} {}, driver {}\n{} single precision, {} reals a link, fields in {}; copy {:.1f} GB/s\n\n",
               device->info().id(), device->info().name, device->info().driver, geometry.to_string(), options.reconstruct,
               gpu::to_string(options.storage), copy * 1e-9);
    fmt::print("{:<14} {:>12} {:>8} {:>10} {:>10} {:>9}\n", "kernel", "microseconds", "spread", "GFLOP/s", "GB/s",
               "of copy");
  } else {
    report("copy", 0x1p30 / copy, 0, 0, 0x1p30);
  }
  const DeviceLattice lattice(*device, geometry, options);
  for (const Benchmark* b : chosen) {
    const Workload w = b->make(lattice);
    const Timing t = measure(lattice, w, o.seconds);
    report(b->name, t.seconds, (t.worst - t.best) / t.seconds, w.flops, w.bytes);
  }
  return int(Status::done);
}

}  // namespace

Command bench_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("bench", "time kernels and algorithms beside the device's copy bandwidth");
  auto options = std::make_shared<BenchOptions>();
  const std::string group = "Benchmark";
  table->add_option("names", options->names, "what to time: " + known_names() + "; all of it by default")->type_name("NAME");
  table->add_option("--lattice", options->lattice, "extents, in sites")
      ->type_name("X,Y,Z,T")->capture_default_str()->group(group);
  table->add_option("--reconstruct", options->reconstruct, "reals a stored link has: 12 or 18")
      ->type_name("COUNT")->capture_default_str()->group(group);
  table->add_option("--seconds", options->seconds, "to spend on each, in seconds")
      ->type_name("TIME")->capture_default_str()->group(group);
  add_common(*table, options->common);
  table->footer("Example:  glueball bench dslash --lattice 32,32,32,32");
  return {table, [options] { return run(*options); }};
}

}  // namespace glueball::app
