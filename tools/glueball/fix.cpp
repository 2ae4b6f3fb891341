// glueball fix: Landau, Coulomb, maximally Abelian and maximal centre gauge.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/progress.hpp"
#include "command.hpp"
#include "files.hpp"
#include "fix_command.hpp"

namespace glueball::app {
namespace {

/// Throws Error(bad_value) for flags that make no sense, whatever the files.
void check(const FixOptions& o) {
  o.parameters.check();
  if (o.residual && o.gauge != "mag")
    throw Error(ErrorKind::bad_value, "--residual is for --gauge mag", "leave it out");
  if (o.gauge != "centre" && !(o.save_projected.empty() && o.save_vortex_removed.empty()))
    throw Error(ErrorKind::bad_value, "--save-projected and --save-vortex-removed are for --gauge centre",
                "leave them out");
  if (o.propagator && (o.gauge == "mag" || o.gauge == "centre"))
    throw Error(ErrorKind::bad_value, "--propagator is for Landau and Coulomb gauge", "leave it out");
}

/// One after the other, each as if it were alone; one that gives up does not keep the others waiting. Throws
/// Error(not_converged) at the end, where one did.
int run(const FixOptions& o, const ConfigValues& config, Setup& setup) {
  check(o);
  if (o.files.empty())
    throw Error(ErrorKind::bad_value, "fix: which configuration?", "glueball fix FILE --gauge landau");
  const bool several = o.files.size() > 1;
  if (several && (!o.output.empty() || !o.resume.empty() || o.window.view))
    throw Error(ErrorKind::bad_value,
                fmt::format("{} with {} files",
                            !o.resume.empty()   ? "--resume"
                            : !o.output.empty() ? "--output"
                                                : "--view",
                            o.files.size()),
                "give one configuration");
  // A run that goes on may overwrite its own; FixCommand knows.
  const bool force = o.common.force || !several;
  std::vector<std::string> links(o.files.size()), transformations(links), projected(links), removed(links);
  if (world().first()) {
    links = outputs_of(o.files, o.save, ".ildg", force);
    transformations = outputs_of(o.files, o.save_transformation, ".lime", force);
    projected = outputs_of(o.files, o.save_projected, ".ildg", force);
    removed = outputs_of(o.files, o.save_vortex_removed, ".ildg", force);
  }
  std::optional<Hdf5Output> output;
  if (o.resume.empty())
    output.emplace(o.hdf5, o.common.force);
  else
    output.emplace(o.hdf5, o.common.force, o.parameters.seed);
  Hdf5Output& hdf5 = *output;
  int status = int(Status::done);
  std::size_t n = 0, given_up = 0;
  for_each_file(o.files, [&](const std::string& path) {
    if (status != int(Status::done)) return;  // a signal has stopped the one before
    FixOptions one = o;
    one.file = o.files[n];
    one.save = links[n];
    one.save_projected = projected[n];
    one.save_vortex_removed = removed[n];
    one.save_transformation = transformations[n++];
    try {
      status = FixCommand(one, config, setup, hdf5).run();
    } catch (const Error& error) {
      if (!several || error.kind() != ErrorKind::not_converged) throw;
      if (world().first()) warn(path + ": " + error.message());
      ++given_up;
    }
  });
  if (status == int(Status::done)) hdf5.finish(o.common.quiet || o.common.json);
  if (given_up > 0 && status == int(Status::done))
    throw Error(ErrorKind::not_converged,
                fmt::format("{} of {} configurations are not in {} gauge", given_up, o.files.size(), o.gauge),
                "give more --max-iterations for those, or another --omega");
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
