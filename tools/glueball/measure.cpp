// glueball measure: observables of configurations, and of the ensemble they make.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

#include "app/measure_report.hpp"
#include "app/plot_file.hpp"
#include "app/progress.hpp"
#include "app/validators.hpp"
#include "command.hpp"
#include "field/transfer.hpp"
#include "files.hpp"
#include "halo/halo.hpp"
#include "hdf5_output.hpp"
#include "measure/measure_memory.hpp"

namespace glueball::app {
namespace {

struct MeasureOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string observables = "plaquette,rectangle,link_trace,polyakov,charge";
  int bin = 0;
  std::vector<std::string> plots;
  Hdf5Options hdf5;
  bool ignore_checksum = false;
};

std::string known_observables() {
  std::string text = "Observables:\n";
  for (const auto& kind : observable_kinds())
    text += fmt::format("  {:<26} {}\n",
                        kind.name + (kind.parameters.empty() || kind.parameters.front() == ':'
                                         ? kind.parameters
                                         : "[:" + kind.parameters + "]"),
                        kind.help);
  return text +
         "Where two of a list share the name of a quantity, the later one's is WORD/NAME: "
         "charge:improved4/charge. In a chain one that is measured less often is later.\n\n"
         "Errors marked \"too few\" (\"reliable\": false) are from less than 50 autocorrelation times of "
         "files, or in bins shorter than five, and too small.\n";
}

/// A lattice of the files' size with what every measurement on it needs; made anew where a file has another
/// size.
struct Bench {
  Bench(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options)
      : lattice(device, geometry, options), u(lattice), halo(lattice), sums(lattice) {}
  DeviceLattice lattice;
  GaugeField u;
  Halo halo;
  GlobalSums sums;
};

/// The one of the list that has a picture, which several files make.
std::size_t drawn_observable(const ObservableList& observables, std::size_t files) {
  std::vector<std::size_t> drawn;
  for (std::size_t n = 0; n < observables.size(); ++n)
    if (observables[n].has_graph()) drawn.push_back(n);
  if (drawn.size() != 1)
    throw Error(ErrorKind::bad_value,
                fmt::format("--plot: {} of these observables have a picture", drawn.size()),
                "ask for one of potential and line_potential");
  if (files < 2) throw Error(ErrorKind::bad_value, "--plot: a potential of one file", "give several files");
  return drawn.front();
}

LinePlot plot_of(const Graph& graph) {
  LinePlot plot{.title = graph.title, .x_label = graph.x_label, .y_label = graph.y_label};
  for (const Curve& curve : graph.curves) {
    const bool fit = curve.errors.empty();
    Series series{.name = curve.name, .points = {}, .dashed = fit, .errors = curve.errors, .joined = fit};
    for (std::size_t n = 0; n < curve.x.size(); ++n) series.points.push_back({curve.x[n], curve.y[n]});
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  if (plot.series.empty())
    throw Error(ErrorKind::not_converged, "--plot: no value of the potential is determined",
                "measure more files, or shorter times and distances");
  return plot;
}

/// What is the same for all configurations, such as distances, goes apart.
void keep(Hdf5Output& hdf5, Hdf5Row row, const std::vector<NamedQuantity>& all) {
  for (const auto& [name, q, repeated] : all) {
    if (repeated) continue;
    if (q.fixed)
      hdf5.put("axes", {hdf5_column(name, q.shape, q.values)});
    else
      row.push_back(hdf5_column(name, q.shape, q.values));
  }
  hdf5.append("observables", row);
}

int run(const MeasureOptions& o, Setup& setup) {
  const ObservableList observables(o.observables);
  require_bins(o.files.size(), o.bin);
  const std::size_t drawn = o.plots.empty() ? 0 : drawn_observable(observables, o.files.size());
  std::vector<std::unique_ptr<PlotFile>> plots;
  if (world().first())
    for (const std::string& path : o.plots) {
      if (std::count(o.plots.begin(), o.plots.end(), path) > 1)
        throw Error(ErrorKind::bad_value, "--plot " + path + " twice", "give it once");
      plots.push_back(std::make_unique<PlotFile>(path, o.common.force));
    }
  Hdf5Output hdf5(o.hdf5, o.common.force);
  LatticeOptions options = setup.options();
  hdf5.begin(setup.stamp(options, 0));
  if (!world().alone()) options.ghosts = std::uint32_t(observables.layers());
  const MemoryNeed need = measure_memory(setup.info(), options, observables);
  io::ReadOptions read;
  read.ignore_checksum = o.ignore_checksum;

  std::unique_ptr<Bench> bench;
  std::vector<std::vector<std::vector<Quantity>>> ensembles(
      observables.size());  // [observable][file][quantity]
  bool one_size = true;
  Progress progress(o.files.size(), o.common.quiet || o.files.size() < 2);
  std::size_t done = 0;
  for_each_file(o.files, [&](const std::string& path) {
    const Configuration u = setup.read_part(path, read, {need}, options);
    const Geometry whole = u.geometry().whole();
    if (!bench || !(bench->lattice.geometry() == u.geometry())) {
      one_size = !bench;
      bench.reset();  // before the next one takes its place
      bench = std::make_unique<Bench>(setup.device(), u.geometry(), options);
    }
    upload(u, bench->u);
    bench->halo.exchange(bench->u);
    Measurement measurement(bench->lattice, bench->u, bench->sums);
    measurement.number = done;
    std::vector<NamedQuantity> all;
    auto measured = observables.measure(measurement);
    for (std::size_t i = 0; i < measured.size(); ++i) {
      auto& quantities = ensembles[i].emplace_back();
      for (NamedQuantity& q : measured[i]) {
        quantities.push_back(q.quantity);
        all.push_back(std::move(q));
      }
    }
    if (hdf5) keep(hdf5, hdf5_origin(path, u), all);
    progress.clear();
    fmt::print("{}\n", o.common.json ? measure_json(path, whole, all) : measure_text(path, whole, all));
    std::fflush(stdout);
    progress.update(++done);
  });
  progress.clear();
  if (o.files.size() < 2) {
    hdf5.finish(o.common.quiet || o.common.json);
    return int(Status::done);
  }
  if (!one_size) {
    if (o.plots.empty())
      say(o.common.quiet, "the files differ in size: no means");
    else
      warn("the files differ in size: no means, and no plot");
    hdf5.finish(o.common.quiet || o.common.json);
    return int(Status::done);
  }
  const auto all = observables.summarize(bench->lattice.geometry().whole(), ensembles, std::size_t(o.bin));
  if (o.common.json)
    fmt::print("{}\n", summary_json(o.files.size(), all));
  else
    fmt::print("{}", summary_text(o.files.size(), all));
  for (const Summary& s : all) hdf5.put("summary", hdf5_arrays(s));
  hdf5.finish(o.common.quiet || o.common.json);
  for (std::size_t n = 0; n < plots.size(); ++n) {
    plots[n]->write(plot_of(observables[drawn].graph(ensembles[drawn], std::size_t(o.bin))));
    plots[n]->commit();
    say(o.common.quiet || o.common.json, "wrote " + o.plots[n]);
  }
  return int(Status::done);
}

}  // namespace

Command measure_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("measure", "observables of configurations, and their means over an ensemble");
  auto options = std::make_shared<MeasureOptions>();
  const std::string group = "Observables";
  table->add_option("files,--file", options->files, "gauge configurations (ILDG, NERSC, ...)")
      ->type_name("FILE")
      ->required();
  table->add_option("--observables", options->observables, "what to measure, by commas; listed below")
      ->type_name("LIST")
      ->capture_default_str()
      ->group(group);
  table
      ->add_option(
          "--bin", options->bin,
          "files a jackknife bin holds; 0: errors by the Gamma method, which takes the files as a chain in "
          "the order given and finds its autocorrelation time")
      ->type_name("COUNT")
      ->capture_default_str()
      ->check(zero_or_above())
      ->group(group);
  table
      ->add_option("--plot", options->plots,
                   "PNG or SVG to write, by the ending, of a potential and its fit; given twice, both")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->group(group);
  declare_hdf5(*table, options->hdf5, group);
  table
      ->add_flag("--ignore-checksum", options->ignore_checksum,
                 "read on although checksum or plaquette is wrong")
      ->group(group);
  add_precision(*table, options->common, {"single", "double"});
  add_common(*table, options->common);
  table->footer(
      known_observables() +
      "\nExample:  glueball measure runs/hmc/configuration-*.ildg --observables plaquette,creutz:4x4");
  return {table, options->common, [options](Setup& setup) { return run(*options, setup); }, true};
}

}  // namespace glueball::app
