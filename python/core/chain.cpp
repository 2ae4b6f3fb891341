#include "core/chain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/links_checksum.hpp"
#include "app/paths.hpp"
#include "app/same_run.hpp"
#include "core/fields.hpp"
#include "io/place.hpp"
#include "measure/multilevel_observables.hpp"
#include "options/files.hpp"
#include "run/observable_series.hpp"

namespace glueball::python {

Configuration Chain::first(const Configuration* start, const app::ChainOptions& o, const MemoryNeed& need) {
  app::Setup& setup = device_->setup();
  if (start != nullptr) {
    if (o.lattice_given && o.lattice.values != start->geometry().extents())
      throw Error(ErrorKind::bad_value,
                  "lattice: the configuration to start from is " + start->geometry().to_string(),
                  "leave the lattice out");
    setup.require_fits(start->geometry(), {need});
    start_checksum_ = app::checksum_of(*start);
    return *start;
  }
  if (o.is_made()) {
    const Geometry geometry(o.lattice.values);
    setup.require_fits(geometry, {need});
    return o.start == "cold" ? Configuration(geometry) : hot_configuration(geometry, o.seed);
  }
  io::ReadOptions read{.ignore_checksum = o.ignore_checksum};
  if (o.lattice_given) read.expected = o.lattice.values;
  Configuration links = setup.read(app::find_input(o.start), read, need).configuration;
  start_checksum_ = app::checksum_of(links);
  return links;
}

Configuration Chain::last(const app::ChainOptions& o, const std::string& count, const MemoryNeed& need) {
  io::ReadOptions read;
  if (o.lattice_given) read.expected = o.lattice.values;
  LastConfiguration last = last_configuration(
      *directory_, o.random == "ranlux",
      [&](const std::filesystem::path& path) { return device_->setup().read(path, read, need); },
      [&](const Error& error) { left_out_.push_back("passed over and set aside: " + error.message()); });
  require_recorded(*directory_, past_, last, o.seed);
  done_ = last.step;
  random_ = std::move(last.random);
  if (done_ > o.last_step() || (done_ == o.last_step() && past_.finished()))
    throw Error(ErrorKind::bad_value,
                o.resume + ": all " + std::to_string(done_ - o.first_step + 1) + " steps are done",
                "raise " + count + " to go on");
  if (const auto sum = last.history_checksum()) past_.require_unchanged(done_, *sum);
  return std::move(last.file.configuration);
}

void Chain::open_directory(const app::ChainOptions& o, const app::ChainRecipe& recipe,
                           const app::ConfigValues& config, bool reads_start, bool keep) {
  done_ = o.first_step - 1;
  if (o.resume.empty()) {
    if (!keep) return;
    directory_ = std::make_unique<RunDirectory>(o.output, o.common.force);
    directory_->require_replaceable(config.toml(), reads_start ? std::vector{app::find_input(o.start)}
                                                               : std::vector<std::filesystem::path>());
    return;
  }
  directory_ = std::make_unique<RunDirectory>(RunDirectory::of_run(o.resume));
  app::require_same_run(
      directory_->path(),
      {.command = recipe.command, .tables = recipe.tables, .values = config.toml(), .defaults = o.defaults});
  past_ = directory_->past();
  if (!past_.lines.empty() && past_.lines.front().kind != HistoryLine::Kind::provenance)
    past_.refuse(0, "it does not say who made the run");
  if (past_.torn) left_out_.push_back(past_.name + ": the last line is not whole and dropped");
  if (directory_->configurations().empty() && !o.is_made())
    throw Error(ErrorKind::bad_file, o.resume + ": there is no configuration in it to go on from",
                "begin the run anew, with another output");
}

Chain::Chain(DevicePointer device, const Configuration* start, const app::ChainOptions& o,
             const app::ChainRecipe& recipe, app::ConfigValues config, bool keep)
    : device_(std::move(device)), settings_(o) {
  const bool resumed = !o.resume.empty();
  if (o.window.view || o.qcdml.wanted() || o.hdf5.wanted() || o.common.ranks != "auto")
    throw Error(
        ErrorKind::bad_value, "view, hdf5, ranks and the catalogue's options are the program's",
        resumed ? "go on with the run by glueball " + recipe.command + " --resume" : "leave them out");
  if (resumed && start != nullptr)
    throw Error(ErrorKind::bad_value, "start: a run that is resumed has its own", "leave it out");
  chain_observables(o.observables, o.measure_interval);
  if (start != nullptr) require_su3(*start);
  const DeviceLock lock(*device_);
  config.choose("ranks", "auto");
  config.choose("load-balance", "equal");
  if (keep || resumed) config.choose("output", io::real_place(resumed ? o.resume : o.output).string());
  open_directory(o, recipe, config, start == nullptr && !o.is_made(), keep);
  app::Setup& setup = device_->setup();
  app::CommonOptions& flags = device_->flags();
  const app::CommonOptions before = flags;
  flags.precision = o.common.precision;
  flags.half_format = o.common.half_format;
  flags.persistent_cg = o.common.persistent_cg;
  if (o.common.storage != "auto") flags.storage = o.common.storage;
  if (o.common.workgroup != 0) flags.workgroup = o.common.workgroup;
  flags.no_tune = flags.no_tune || o.common.no_tune;
  const auto restore = [&] { flags = before; };
  try {
    const MemoryNeed need = recipe.memory(setup.info(), setup.options());
    const Configuration links = resumed && !directory_->configurations().empty() ? last(o, recipe.count, need)
                                                                                 : first(start, o, need);
    const LatticeOptions options = setup.tuned(
        links.geometry(), {.workload = recipe.workload, .images = recipe.images}, setup.options());
    // What the caller had is in no file.
    if (start != nullptr) {
      config.choose("start", "given");
      config.choose("lattice", fmt::format("{}", fmt::join(start->geometry().extents(), ",")));
    }
    if (o.common.storage == "auto") config.choose("storage", std::string(to_string(options.storage)));
    if (o.common.workgroup == 0) config.choose("workgroup", std::to_string(options.workgroup));
    config_ = config.toml();
    chain_ = recipe.make(device_->gpu(), options, links);
    if (random_) chain_->ranlux()->restore_whole(random_->generators);
    run_ = std::make_unique<ChainRun>(
        settings_, directory_.get(), *chain_,
        RunProvenance{config_, setup.provenance(options, o.seed), start_checksum_}, recipe.keys,
        ChainRun::Hooks{.verify = [this] { device_->setup().validate(); }});
    if (resumed) run_->resume(past_, done_);
    past_ = {};
  } catch (...) {
    chain_.reset();  // while the device is ours
    restore();
    throw;
  }
  restore();
}

void Chain::show(const std::string& scene) {
  const bool trajectories = dynamic_cast<const HmcChain*>(chain_.get()) != nullptr;
  const std::string unit = trajectories ? "trajectory" : "sweep";
  window_ = std::make_unique<app::RunWindow>(
      app::Observed{.kind = trajectories ? view::RunKind::hmc : view::RunKind::heatbath,
                    .lattice = chain_->lattice(),
                    .links = [this]() -> const GaugeField& { return chain_->links(); },
                    .configuration = [this] { return chain_->configuration(); },
                    .label = unit,
                    .unit = unit,
                    .position = [this] { return double(run_->done()); },
                    .advance =
                        [this] {
                          last_ = run_->step();
                          if (last_) window_->run().record(*last_);
                        },
                    .on_pause = [this](std::function<void()> hook) { chain_->on_pause(std::move(hook)); }},
      app::WindowOptions{.view = true, .scene = scene}, trajectories ? "hmc" : "heatbath",
      directory_ ? directory_->path().string() : ".");
}

std::optional<StepRecord> Chain::step() {
  if (!window_) return run_->step();
  last_.reset();
  window_->step();
  window_->draw();
  return last_;
}

Chain::~Chain() {
  const DeviceLock lock(*device_);
  window_.reset();
  run_.reset();
  chain_.reset();
  directory_.reset();
}

}  // namespace glueball::python
