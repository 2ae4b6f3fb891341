// glueball measure: observables of configurations and of their ensemble.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

#include "app/graph_plot.hpp"
#include "app/help_format.hpp"
#include "app/measure_report.hpp"
#include "app/option_needs.hpp"
#include "app/progress.hpp"
#include "app/validators.hpp"
#include "app/wording.hpp"
#include "command.hpp"
#include "field/transfer.hpp"
#include "files_run.hpp"
#include "halo/halo.hpp"
#include "hdf5_output.hpp"
#include "measure/observable_list.hpp"
#include "options/files.hpp"
#include "outputs.hpp"
#include "run/record_json.hpp"

namespace glueball::app {
namespace {

struct MeasureOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string observables = "plaquette,rectangle,link_trace,polyakov,charge";
  int bin = 0;
  std::vector<std::string> plots;
  std::string output, resume;
  std::string defaults;  ///< defaults of all options as TOML
  Hdf5Options hdf5;
  bool ignore_checksum = false;
};

std::string known_observables() {
  std::string text = "Observables:\n";
  for (const auto& kind : observable_kinds()) text += help_entry(form_of(kind), kind.help);
  return text +
         fmt::format("FIELD is {}; TIME is that of Wilson flow before, in units of a^2. ",
                     alternatives(field_strength_names())) +
         "Where two of a list share the name of a quantity, the later one's is WORD/NAME: "
         "charge:improved4/charge. In a chain one that is measured less often is later.\n\n"
         "Errors marked \"too few\" (\"reliable\": false) are from less than 100 autocorrelation times of "
         "files (the first half's, with three of its errors), or in bins shorter than eight, and too "
         "small.\n";
}

/// A lattice of the files' size with all that measurements on it need. It is made again if a file has another
/// size.
struct Bench {
  Bench(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options)
      : lattice(device, geometry, options), u(lattice), halo(lattice), sums(lattice) {}
  DeviceLattice lattice;
  GaugeField u;
  Halo halo;
  GlobalSums sums;
};

/// The results of a file.
struct Measured {
  Site lattice{};
  std::vector<std::vector<NamedQuantity>> values{};  ///< [observable][quantity]
  std::string checksum{};                            ///< checksum of its links
};

/// Returns the observable of the list whose plot is drawn, which needs several files.
std::size_t drawn_observable(const ObservableList& observables, std::size_t files) {
  std::vector<std::size_t> drawn;
  for (std::size_t n = 0; n < observables.size(); ++n)
    if (observables[n].has_graph()) drawn.push_back(n);
  if (drawn.size() != 1)
    throw Error(ErrorKind::bad_value,
                fmt::format("--plot: {} of these observables have a picture", drawn.size()),
                "ask for one alone: a potential, or correlators");
  if (files < 2) throw Error(ErrorKind::bad_value, "--plot: a picture of one file", "give several files");
  return drawn.front();
}

int run(const MeasureOptions& o, const ConfigValues& config, Setup& setup) {
  const ObservableList observables(o.observables);
  require_bins(o.files.size(), o.bin);
  const std::size_t drawn = o.plots.empty() ? 0 : drawn_observable(observables, o.files.size());
  Outputs(o.common, o.files).run(o.output, o.resume).files("--plot", o.plots).file("--hdf5", o.hdf5.path);
  GraphPlots plots(o.plots, o.common.force);
  FilesRun kept({.command = "measure",
                 .files = o.files,
                 .output = o.output,
                 .resume = o.resume,
                 .force = o.common.force,
                 .ignore_checksum = o.ignore_checksum,
                 .defaults = o.defaults},
                config);
  Hdf5Output hdf5(o.hdf5, o.common.force, kept.hdf5_mark(o.hdf5));
  LatticeOptions options;
  std::vector<MemoryNeed> needs;
  if (!kept.all_done() || o.hdf5.wanted()) {
    options = setup.options();
    if (o.hdf5.wanted()) kept.begin_hdf5(hdf5, setup.provenance(options, 0));
    if (!world().alone()) options.ghosts = std::uint32_t(observables.layers());
    needs.push_back(measure_memory(setup.info(), options, observables));
    kept.begin();
  }
  const auto finish = [&] {
    kept.with_room([&] { hdf5.finish(o.common.quiet || o.common.json); });
    return int(Status::done);
  };
  io::ReadOptions read;
  read.ignore_checksum = o.ignore_checksum;

  std::unique_ptr<Bench> bench;
  std::vector<std::vector<std::vector<Quantity>>> ensembles(
      observables.size());  // [observable][file][quantity]
  std::optional<Site> size;
  bool one_size = true, stops = false;
  Progress progress(o.files.size(), o.common.quiet || o.files.size() < 2);
  std::size_t done = 0;
  const auto measure = [&](const std::string& path) {
    std::string checksum;
    const bool named = kept.keeps() || o.hdf5.wanted();
    const Configuration u = setup.read_part(path, read, needs, options, named ? &checksum : nullptr);
    if (!bench || !(bench->lattice.geometry() == u.geometry())) {
      bench.reset();  // frees memory before the next one is made
      bench = std::make_unique<Bench>(setup.device(), u.geometry(), options);
    }
    upload(u, bench->u);
    bench->halo.exchange(bench->u);
    Measurement measurement(bench->lattice, bench->u, bench->sums);
    measurement.number = done;
    Measured m{u.geometry().whole_extents(), observables.measure(measurement), checksum};
    if (kept.keeps()) setup.validate();
    kept.keep(done, checksum, {{"lattice", m.lattice}, {"observables", quantities_record(m.values)}});
    return m;
  };
  kept.with_room([&] {
    for_each_file(kept.files(), [&](const std::string& path) {
      if (stops) return;
      const auto* result = kept.result(done);
      Measured m;
      if (result == nullptr) {
        m = measure(path);
      } else {
        m.lattice = lattice_of(result->at("lattice"));
        m.values = quantities_of(result->at("observables"), observables, Geometry(m.lattice));
        m.checksum = kept.checksum(done);
      }
      one_size = one_size && size.value_or(m.lattice) == m.lattice;
      size = m.lattice;
      std::vector<NamedQuantity> all;
      for (std::size_t i = 0; i < m.values.size(); ++i) {
        auto& quantities = ensembles[i].emplace_back();
        for (NamedQuantity& q : m.values[i]) {
          quantities.push_back(q.quantity);
          all.push_back(std::move(q));
        }
      }
      if (hdf5) append_observed(hdf5, "observables", hdf5_origin(path, m.checksum), all);
      progress.clear();
      const Geometry whole(m.lattice);
      fmt::print("{}\n", o.common.json ? measure_json(path, whole, all) : measure_text(path, whole, all));
      std::fflush(stdout);
      progress.update(++done);
      stops = done < o.files.size() && kept.stops();
    });
  });
  progress.clear();
  if (stops && done < 2) return kept.stopped(done);
  if (o.files.size() < 2) return finish();
  if (!one_size) {
    if (o.plots.empty())
      say(o.common.quiet, "the files differ in size: no means");
    else
      warn("the files differ in size: no means, and no plot");
    return stops ? kept.stopped(done) : finish();
  }
  const auto all = observables.summarize(Geometry(*size), ensembles, std::size_t(o.bin));
  if (o.common.json)
    fmt::print("{}\n", summary_json(done, all));
  else
    fmt::print("{}", summary_text(done, all));
  if (stops) return kept.stopped(done);
  for (const Summary& s : all) hdf5.put("summary", hdf5_arrays(s));
  finish();
  if (!plots.empty())
    plots.write(observables[drawn].graph(Geometry(*size), ensembles[drawn], std::size_t(o.bin)),
                o.common.quiet || o.common.json);
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
      ->type_name("NAMES")
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
                   "PNG or SVG to write, by the ending, of a potential and its fit, or of correlators; given "
                   "twice, both")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->group(group);
  declare_hdf5(*table, options->hdf5, group);
  table
      ->add_flag("--ignore-checksum", options->ignore_checksum,
                 "read on although checksum or plaquette is wrong")
      ->group(group);
  table
      ->add_option("--output", options->output,
                   "directory that keeps what is finished, a line a file, for --resume")
      ->type_name("DIR")
      ->group(group);
  table
      ->add_option("--resume", options->resume,
                   "go on with the run in DIR, whose finished files are not done again")
      ->type_name("DIR")
      ->group(group);
  acts_only(*table, {"--bin"}, "on several files", [options] { return options->files.size() > 1; });
  add_precision(*table, options->common, {"single", "double"});
  add_common(*table, options->common,
             {FlagGroup::device, FlagGroup::fields, FlagGroup::ranks, FlagGroup::output});
  acts_with(*table, {"--force"}, "--output, --plot, --hdf5 or --resume");
  table->footer(
      known_observables() +
      "\nExample:  glueball measure runs/hmc/configuration-*.ildg --observables plaquette,creutz:r=4,t=4");
  return {table, options->common,
          [options, table](Setup& setup) {
            options->defaults = default_config_values(*table).toml();
            return run(*options, config_values(*table), setup);
          },
          true};
}

}  // namespace glueball::app
