// glueball view: shows the vacuum of a run or of a file.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "app/hints.hpp"
#include "app/paths.hpp"
#include "app/progress.hpp"
#include "command.hpp"
#include "view/live_run.hpp"
#include "view_frames.hpp"
#include "view_window.hpp"

namespace glueball::app {
namespace {

/// Returns the first configuration of a run, and sets this rank's domain in `options`.
Configuration first_configuration(const ViewOptions& o, Setup& setup, LatticeOptions& options) {
  const auto [width, height] = o.pixels();
  const MemoryNeed need =
      view::view_memory(setup.info(), options, o.kind(), o.settled(), o.the_scene(), width, height);
  options.ghosts = 2;  // as in chains
  if (o.file.empty()) {
    const Geometry whole(o.lattice.values);
    options.domain = setup.domain(whole, int(options.ghosts));
    const Geometry geometry = options.domain ? options.domain->geometry() : whole;
    setup.require_fits(geometry, {need});
    return o.start == "cold" ? Configuration(geometry) : hot_configuration(geometry, o.parameters.seed);
  }
  io::ReadOptions read;
  read.ignore_checksum = o.ignore_checksum;
  return setup.read_part(find_input(o.file), read, {need}, options);
}

int run(const ViewOptions& o, const std::string& config, Setup& setup) {
  if (o.file.empty() && o.kind() == view::RunKind::fixed)
    throw Error(ErrorKind::bad_value, "view: there is nothing to look at", "give a file, or --run heatbath");
  std::optional<ViewFrames> frames;
  if (o.headless) frames.emplace(o, config);
  gpu::Device& device = setup.device(!o.headless && world().first());
  LatticeOptions options = setup.options();
  const Configuration start = first_configuration(o, setup, options);
  const auto live = make_live_run(device, options, o.kind(), o.settled(), start);
  say(o.common.quiet, fmt::format("view on {}, lattice {}", device_words(device.info()),
                                  start.geometry().whole().to_string()));
  if (!frames) return view_in_window(o, *live);
  frames->draw(*live);
  return int(Status::done);
}

}  // namespace

Command view_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("view", "pictures of the vacuum, of a file or while a run goes on");
  auto options = std::make_shared<ViewOptions>();
  declare(*table, *options);
  return {table, options->common,
          [table, options](Setup& setup) {
            options->frames_given = table->count("--frames") > 0;
            options->play_given = table->count("--play") > 0;
            options->size_given = table->count("--size") > 0;
            ConfigValues config = config_values(*table);
            config.choose("ranks", "auto");
            config.choose("load-balance", "equal");
            return run(*options, config.toml(), setup);
          },
          true};
}

}  // namespace glueball::app
