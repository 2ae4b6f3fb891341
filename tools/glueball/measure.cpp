// glueball measure: observables of configurations, and of the ensemble they make.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/open.hpp"
#include "app/paths.hpp"
#include "app/progress.hpp"
#include "app/validators.hpp"
#include "command.hpp"
#include "io/configuration_file.hpp"
#include "lattice/transfer.hpp"
#include "measure/observable.hpp"
#include "measure_report.hpp"

namespace glueball::app {
namespace {

struct MeasureOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string observables = "plaquette,rectangle,link_trace,polyakov,charge";
  int bin = 1;
  bool ignore_checksum = false;
};

std::string known_observables() {
  std::string text = "Observables:\n";
  for (const auto& kind : observable_kinds())
    text += fmt::format("  {:<26} {}\n", kind.name + (kind.parameters.empty() ? "" : "[:" + kind.parameters + "]"),
                        kind.help);
  return text;
}

/// A lattice of the files' size with what every measurement on it needs; made anew where a file has another size.
struct Bench {
  Bench(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options)
      : lattice(device, geometry, options), u(lattice), sums(lattice) {}
  DeviceLattice lattice;
  GaugeField u;
  GlobalSums sums;
};

int run(const MeasureOptions& o) {
  const auto observables = make_observables(o.observables);
  const auto device = open_device(o.common);
  LatticeOptions options = preferred_options(*device);
  options.storage = o.common.storage_or(device->preferred_storage());
  options.precision = o.common.precision_of_fields();

  std::unique_ptr<Bench> bench;
  std::vector<std::vector<std::vector<Quantity>>> ensembles(observables.size());  // [observable][file][quantity]
  bool one_size = true;
  Progress progress(o.files.size(), o.common.quiet || o.files.size() < 2);
  for (std::size_t n = 0; n < o.files.size(); ++n) {
    io::ReadOptions read;
    read.ignore_checksum = o.ignore_checksum;
    const std::string path = find_input(o.files[n]).string();
    const Configuration u = io::read_configuration(path, read).configuration;
    if (!bench || !(bench->lattice.geometry() == u.geometry())) {
      one_size = !bench;
      bench = std::make_unique<Bench>(*device, u.geometry(), options);
    }
    upload(bench->lattice, u, bench->u);
    Measurement measurement(bench->lattice, bench->u, bench->sums);
    std::vector<Quantity> all;
    for (std::size_t i = 0; i < observables.size(); ++i) {
      const auto& quantities = ensembles[i].emplace_back(observables[i]->measure(measurement));
      all.insert(all.end(), quantities.begin(), quantities.end());
    }
    progress.clear();
    fmt::print("{}\n", o.common.json ? measure_json(path, u.geometry(), all) : measure_text(path, u.geometry(), all));
    std::fflush(stdout);
    progress.update(n + 1);
  }
  progress.clear();
  if (o.files.size() < 2) return int(Status::done);
  if (!one_size) {
    say(o.common.quiet, "the files differ in size: no means");
    return int(Status::done);
  }
  std::vector<Summary> all;
  for (std::size_t i = 0; i < observables.size(); ++i) {
    const auto summaries = observables[i]->summarize(bench->lattice.geometry(), ensembles[i], std::size_t(o.bin));
    all.insert(all.end(), summaries.begin(), summaries.end());
  }
  if (o.common.json)
    fmt::print("{}\n", summary_json(o.files.size(), all));
  else
    fmt::print("{}", summary_text(o.files.size(), all));
  return int(Status::done);
}

}  // namespace

Command measure_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("measure", "observables of configurations, and their means over an ensemble");
  auto options = std::make_shared<MeasureOptions>();
  const std::string group = "Observables";
  table->add_option("files", options->files, "gauge configurations (ILDG, NERSC, ...)")->type_name("FILE")->required();
  table->add_option("--observables", options->observables, "what to measure, by commas; listed below")
      ->type_name("LIST")->capture_default_str()->group(group);
  table->add_option("--bin", options->bin, "files a jackknife bin holds, for ratios and potentials")
      ->type_name("COUNT")->capture_default_str()->check(above_zero())->group(group);
  table->add_flag("--ignore-checksum", options->ignore_checksum, "read on although checksum or plaquette is wrong")
      ->group(group);
  add_precision(*table, options->common, {"single", "double"});
  add_common(*table, options->common);
  table->footer(known_observables() +
                "\nExample:  glueball measure runs/hmc/configuration-*.ildg --observables plaquette,creutz:4x4");
  return {table, [options] { return run(*options); }};
}

}  // namespace glueball::app
