// glueball fix: Landau, Coulomb, maximally Abelian and maximal centre gauge.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "app/progress.hpp"
#include "command.hpp"
#include "files_run.hpp"
#include "fix_command.hpp"
#include "fix_report.hpp"
#include "fix_scan.hpp"
#include "options/files.hpp"
#include "outputs.hpp"
#include "run/fix_records.hpp"
#include "run/fixed_copy.hpp"

namespace glueball::app {
namespace {

/// Throws Error(bad_value) for invalid flags, whatever the files are.
void check(const FixOptions& o) {
  o.parameters.check();
  if (!o.scans.empty() &&
      (o.copies > 1 || o.random_start() || o.propagator || o.residual || o.window.view ||
       !(o.output.empty() && o.resume.empty() && o.save.empty() && o.save_transformation.empty() &&
         o.save_projected.empty() && o.save_vortex_removed.empty())))
    throw Error(ErrorKind::bad_value, "--scan goes with no copies, no residual gauge, no window and no files",
                "leave those out");
}

void require_outputs_apart(const FixOptions& o) {
  Outputs outputs(o.common, o.files);
  outputs.run(o.output, o.resume, FixRecords::owns).files("--plot", o.plots).file("--hdf5", o.hdf5.path);
  for (const auto& [key, path, extension] : o.outputs())
    outputs.files("--" + key, places_of(o.files, path, extension));
}

/// Returns the options for one of several configurations.
FixOptions one_of_files(const FixOptions& o, const std::string& path) {
  FixOptions one = o;
  one.file = path;
  one.output.clear();
  one.resume.clear();
  return one;
}

/// Fixes the files one after the other, each as if it were alone. A file that does not converge does not stop
/// the others. Throws Error(not_converged) at the end if there was one.
int run_several(const FixOptions& o, const ConfigValues& config, Setup& setup) {
  if (o.window.view)
    throw Error(ErrorKind::bad_value, fmt::format("--view with {} files", o.files.size()),
                "give one configuration");
  FilesRun kept({.command = "fix",
                 .files = o.files,
                 .output = o.output,
                 .resume = o.resume,
                 .force = o.common.force,
                 .ignore_checksum = o.ignore_checksum,
                 .defaults = o.defaults,
                 .bound = {"copies", "save", "save-transformation", "save-projected", "save-vortex-removed",
                           "propagator", "cylinder-cut", "cone-cut"}},
                config);
  const std::vector<bool> written = kept.written();
  std::map<std::string, std::vector<std::string>> places;
  for (const auto& [key, path, extension] : o.outputs()) {
    places[key] = places_of(o.files, path, extension);
    if (!world().first()) continue;
    for (std::size_t n = 0; n < places[key].size(); ++n)
      if (kept.result(n)) require_kept(places[key][n]);
    require_places(places[key], o.common.force, written);
  }
  Hdf5Output hdf5(o.hdf5, o.common.force, kept.hdf5_mark(o.hdf5));
  if (o.hdf5.wanted()) kept.begin_hdf5(hdf5, setup.provenance(setup.options(), o.parameters.seed));
  int status = int(Status::done);
  std::size_t n = 0, given_up = 0;
  std::string grain = o.grain;
  const auto fix = [&](const std::string& path) {
    FixOptions one = one_of_files(o, path);
    one.written = written[n];
    one.save = places["save"][n];
    one.save_projected = places["save-projected"][n];
    one.save_vortex_removed = places["save-vortex-removed"][n];
    one.save_transformation = places["save-transformation"][n];
    one.how_to_resume = kept.how_to_resume();
    one.grain = grain;
    FixCommand command(one, config, setup, hdf5);
    command.on_choice([&](const std::string& chosen) {
      grain = chosen;
      kept.begin([&](ConfigValues& values) { values.choose("grain", grain); });
    });
    status = command.run();
    if (status != int(Status::done)) return;
    kept.begin();  // all files were in the gauge already, so that nothing was chosen
    kept.keep(n, command.checksum(), command.result());
  };
  kept.with_room([&] {
    for_each_file(kept.files(), [&](const std::string& path) {
      if (status != int(Status::done)) return;  // a signal stopped the previous one
      try {
        if (const auto* result = kept.result(n)) {
          const FixOptions one = one_of_files(o, path);
          for (const auto& line : result->at("copies")) {
            const FixedCopy copy = fixed_copy_of(line);
            report_copy(one, copy);
            hdf5.append("copies", hdf5_origin(path, kept.checksum(n)) + hdf5_row(copy));
          }
          report_again(one, result->at("report"));
        } else {
          fix(path);
        }
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::not_converged) throw;
        if (world().first()) warn(path + ": " + error.message());
        ++given_up;
      }
      ++n;
    });
  });
  if (status == int(Status::done)) kept.with_room([&] { hdf5.finish(o.common.quiet || o.common.json); });
  if (given_up > 0 && status == int(Status::done))
    throw Error(ErrorKind::not_converged,
                fmt::format("{} of {} configurations are not in {} gauge", given_up, o.files.size(), o.gauge),
                kept.keeps() ? kept.how_to_resume() + ", with more --max-iterations"
                             : "give more --max-iterations for those, or another --omega");
  return status;
}

int run(const FixOptions& o, const ConfigValues& config, Setup& setup) {
  check(o);
  if (o.files.empty())
    throw Error(ErrorKind::bad_value, "fix: which configuration?", "glueball fix FILE --gauge landau");
  require_outputs_apart(o);
  if (!o.scans.empty()) return run_scan(o, setup);
  if (o.files.size() > 1) return run_several(o, config, setup);
  FixOptions one = o;
  one.file = o.files.front();
  std::optional<Hdf5Mark> mark;
  if (!o.resume.empty()) mark = {"seed", {std::to_string(o.parameters.seed)}};
  Hdf5Output hdf5(o.hdf5, o.common.force, mark);
  int status = int(Status::done);
  for_each_file(o.files, [&](const std::string&) { status = FixCommand(one, config, setup, hdf5).run(); });
  if (status == int(Status::done)) hdf5.finish(o.common.quiet || o.common.json);
  return status;
}

}  // namespace

Command fix_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("fix", "Landau, Coulomb, maximally Abelian and maximal centre gauge");
  auto options = std::make_shared<FixOptions>();
  declare(*table, *options);
  return {table, options->common,
          [table, options](Setup& setup) {
            options->defaults = default_config_values(*table).toml();
            return run(*options, config_values(*table), setup);
          },
          true};
}

}  // namespace glueball::app
