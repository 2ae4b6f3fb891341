// glueball heatbath: pure gauge theory by heatbath and overrelaxation.
#include "update/heatbath.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <memory>

#include "app/capacity.hpp"
#include "app/open.hpp"
#include "app/paths.hpp"
#include "app/progress.hpp"
#include "app/provenance.hpp"
#include "app/run_directory.hpp"
#include "app/signals.hpp"
#include "app/validators.hpp"
#include "command.hpp"
#include "heatbath_report.hpp"
#include "io/configuration_file.hpp"
#include "io/ildg.hpp"

namespace glueball::app {
namespace {

struct HeatbathOptions {
  CommonOptions common;
  std::string start = "cold";
  Four lattice{{8, 8, 8, 8}};
  bool lattice_given = false;
  bool ignore_checksum = false;
  double beta = 6.0;
  std::string action = "wilson";
  int sweeps = 100;
  int overrelax = 4;
  int thermalization = 0;
  int measure_interval = 1;
  int save_interval = 0;
  int precision_of_file = 64;
  std::uint64_t seed = 1;
  std::string output = "runs/heatbath";
  std::string resume;
};

/// What a run that goes on may not change.
constexpr const char* kFixed[] = {"start", "lattice", "beta", "action", "overrelax", "thermalization",
                                  "measure-interval", "seed"};

bool is_made(const std::string& start) { return start == "cold" || start == "hot"; }

void declare(CLI::App& table, HeatbathOptions& o) {
  const CLI::Validator positive = above_zero(), not_negative = zero_or_above();
  const std::string start = "Start", physics = "Physics", chain = "Chain", output = "Files";
  auto option = [&](const char* name, auto& value, const std::string& text, const char* type,
                    const std::string& group) {
    return table.add_option(name, value, text)->type_name(type)->capture_default_str()->group(group);
  };
  option("--start", o.start, "first configuration: cold, hot, or a file (ILDG, NERSC, ...)", "FILE|cold|hot", start);
  table.add_option("--lattice", o.lattice, "extents, in sites; 8,8,8,8 for cold and hot, a file brings its own")
      ->type_name("X,Y,Z,T")
      ->group(start);
  table.add_flag("--ignore-checksum", o.ignore_checksum, "read a file whose checksum or plaquette is wrong")
      ->group(start);

  option("--beta", o.beta, "6/g^2 of the gauge action", "NUMBER", physics)->check(not_negative);
  option("--action", o.action, "wilson, symanzik (tree level), iwasaki, dbw2, or the rectangle's coefficient c1", "NAME|C1",
         physics);

  option("--sweeps", o.sweeps, "steps of the chain: one heatbath sweep each, with its overrelaxation", "COUNT", chain)
      ->check(positive);
  option("--overrelax", o.overrelax, "overrelaxation sweeps after each heatbath sweep", "COUNT", chain)->check(not_negative);
  option("--thermalization", o.thermalization, "of the steps, how many to keep out of averages", "COUNT", chain)
      ->check(not_negative);
  option("--measure-interval", o.measure_interval, "measure after every so many steps", "COUNT", chain)->check(positive);
  option("--seed", o.seed, "of Philox; the same seed gives the same chain", "NUMBER", chain);

  option("--output", o.output, "directory for config.toml, history.jsonl and configurations", "DIR", output);
  option("--save-interval", o.save_interval, "write a configuration every so many steps; 0: the last only", "COUNT", output)
      ->check(not_negative);
  option("--precision-of-file", o.precision_of_file, "bits of a number in configurations: 32 or 64", "BITS", output)
      ->check(one_of({"32", "64"}));
  table.add_option("--resume", o.resume, "go on with the run in DIR from its last configuration; --sweeps may be raised")
      ->type_name("DIR")
      ->group(output);
  add_common(table, o.common);
  table.footer("Example:  glueball heatbath --lattice 16,16,16,32 --beta 6.0 --sweeps 100 --overrelax 4 --output runs/quenched");
}

/// The file's lines for the keys in kFixed must stand in the new configuration too.
void require_same_run(const RunDirectory& directory, const std::string& config) {
  std::ifstream file(directory.path() / "config.toml");
  for (std::string line; std::getline(file, line);) {
    const std::string key = line.substr(0, line.find(' '));
    if (std::find(std::begin(kFixed), std::end(kFixed), key) == std::end(kFixed)) continue;
    if (("\n" + config).find("\n" + line + "\n") == std::string::npos)
      throw Error(Status::usage, fmt::format("--{}: the run in {} has {}", key, directory.path().string(), line),
                  "a chain cannot change on the way: leave it out, or start a new run from the last configuration");
  }
}

class HeatbathRun {
 public:
  HeatbathRun(const HeatbathOptions& options, std::string config)
      : o_(options),
        config_(std::move(config)),
        parameters_{.couplings = {.beta = options.beta, .c1 = rectangle_coefficient(options.action)},
                    .overrelaxation = options.overrelax,
                    .seed = options.seed},
        directory_(options.resume.empty() ? RunDirectory(options.output, options.common.force)
                                          : RunDirectory::of_run(options.resume)),
        report_(options.beta, options.measure_interval, options.thermalization + 1) {}

  int run();

 private:
  Configuration first_configuration();
  void open_history();
  HeatbathMeasurement measure(int step, GaugeHeatbath& heatbath);
  void save(int step, GaugeHeatbath& heatbath);
  int finish(int step, double seconds);

  const HeatbathOptions& o_;
  std::string config_;
  HeatbathParameters parameters_;
  RunDirectory directory_;
  std::unique_ptr<gpu::Device> device_;
  gpu::Storage storage_{};
  HeatbathReport report_;
  int done_ = 0;   ///< steps before this program's first

  std::chrono::steady_clock::time_point measured_;
  int measured_step_ = 0;
};

int HeatbathRun::run() {
  const bool quiet = o_.common.quiet;
  catch_signals();
  if (!o_.resume.empty()) {
    require_same_run(directory_, config_);
    done_ = directory_.last_configuration();
    if (done_ >= o_.sweeps)
      throw Error(Status::usage, fmt::format("{}: all {} steps are done", o_.resume, done_), "raise --sweeps to go on");
  }
  device_ = open_device(o_.common);
  storage_ = o_.common.storage_or(device_->preferred_storage());
  const Configuration start = first_configuration();
  say(quiet, fmt::format("heatbath on {} {}, fields in {}", device_->info().id(), device_->info().name, to_string(storage_)));
  say(quiet, fmt::format("lattice {}, start {}, beta {:g}, c1 {:g}, {} overrelaxation sweeps a step, seed {}, from step {}",
                         start.geometry().to_string(), o_.start, o_.beta, parameters_.couplings.c1, o_.overrelax, o_.seed,
                         done_ + 1));
  GaugeHeatbath heatbath(*device_, storage_, parameters_, start);
  Progress progress(std::uint64_t(o_.sweeps - done_), quiet);
  const auto begin = measured_ = std::chrono::steady_clock::now();
  measured_step_ = done_;
  std::string note;
  int step = done_ + 1;
  for (;; ++step) {
    heatbath.sweep(step);
    if (step % o_.measure_interval == 0) {
      const HeatbathMeasurement m = measure(step, heatbath);
      note = report_.note(m);
      if (o_.common.json) {
        progress.clear();
        fmt::print("{}\n", report_.json_line(m));
        std::fflush(stdout);
      }
    }
    const bool last = step == o_.sweeps || caught_signal() != 0;
    if (last || (o_.save_interval > 0 && step % o_.save_interval == 0)) save(step, heatbath);
    progress.update(std::uint64_t(step - done_), note);
    if (last) break;
  }
  progress.clear();
  return finish(step, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

/// The one to start from: made, read, or the last of the run that is resumed.
Configuration HeatbathRun::first_configuration() {
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  if (done_ == 0 && is_made(o_.start)) {
    const Geometry geometry(o_.lattice.values);
    require_fits(device_->info(), geometry, kHeatbathBytesPerSite);
    return o_.start == "cold" ? Configuration(geometry) : hot_configuration(geometry, o_.seed);
  }
  if (o_.lattice_given) read.expected = o_.lattice.values;
  const auto file = done_ > 0 ? directory_.configuration(done_) : find_input(o_.start);
  Configuration u = io::read_configuration(file, read).configuration;
  require_fits(device_->info(), u.geometry(), kHeatbathBytesPerSite);
  return u;
}

void HeatbathRun::open_history() {
  if (o_.resume.empty())
    directory_.begin(config_);
  else
    for (const auto& line : directory_.go_on(done_, config_)) report_.add_history(line);
  const auto stamp = provenance(device_->info(), storage_, device_->preferred_accumulator(), o_.seed);
  directory_.history().append(R"({"provenance":)" + stamp.json() + "}");
}

HeatbathMeasurement HeatbathRun::measure(int step, GaugeHeatbath& heatbath) {
  HeatbathMeasurement m{.step = step,
                        .plaquette = heatbath.plaquette(),
                        .unitarity_deviation = heatbath.unitarity_deviation()};
  const auto now = std::chrono::steady_clock::now();
  m.seconds = std::chrono::duration<double>(now - measured_).count() / (step - measured_step_);
  measured_ = now;
  measured_step_ = step;
  if (o_.common.validate && device_->messages() > 0)
    throw Error(Status::device, fmt::format("{} validation messages on {}", device_->messages(), device_->info().id()),
                "they are printed above; please report them");
  if (!std::isfinite(m.plaquette.average()) || m.unitarity_deviation > 1e-3)
    throw Error(Status::device,
                fmt::format("step {}: links on {} are not in SU(3), deviation {:.1e}", step, device_->info().id(),
                            m.unitarity_deviation),
                "the last configuration written is good; run 'glueball doctor'");
  if (!directory_.begun()) open_history();
  report_.add(m);
  directory_.history().append(report_.history_line(m));
  return m;
}

void HeatbathRun::save(int step, GaugeHeatbath& heatbath) {
  if (!directory_.begun()) open_history();
  const Configuration u = heatbath.configuration();
  const double plaquette = reference::plaquette(u).average();
  if (!std::isfinite(plaquette))
    throw Error(Status::device, fmt::format("step {}: the configuration on {} is not finite", step, device_->info().id()),
                "the last one written is good; run 'glueball doctor'");
  io::WriteOptions write;
  write.precision = o_.precision_of_file;
  write.force = o_.common.force;
  write.xlf_info = fmt::format(
      "plaquette = {:.12f}\ntrajectory nr = {}\nbeta = {:.10g}, c1 = {:.10g}\nglueballversion = {}\ndate = {}\n", plaquette,
      step, o_.beta, parameters_.couplings.c1, version(), utc_time());
  io::write_ildg(directory_.configuration(step), u, write);
}

int HeatbathRun::finish(int step, double seconds) {
  directory_.history().append(report_.summary_json(seconds));
  const std::string summary = report_.summary_text(seconds);
  if (!o_.common.json) fmt::print("{}", summary);
  if (o_.common.json) say(o_.common.quiet, summary);
  say(o_.common.quiet, fmt::format("wrote {} and {}", (directory_.path() / "history.jsonl").string(),
                                   directory_.configuration(step).string()));
  if (caught_signal() == 0 || step == o_.sweeps) return int(Status::done);
  fmt::print(stderr, "stopped by signal {} after step {}; go on with: glueball heatbath --resume {}\n", caught_signal(), step,
             directory_.path().string());
  return 128 + caught_signal();
}

}  // namespace

Command heatbath_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("heatbath", "pure gauge theory by heatbath and overrelaxation");
  auto options = std::make_shared<HeatbathOptions>();
  declare(*table, *options);
  return {table, [table, options] {
            options->lattice_given = table->count("--lattice") > 0;
            if (is_made(options->start)) table->get_option("--lattice")->capture_default_str();
            return HeatbathRun(*options, config_text(*table)).run();
          }};
}

}  // namespace glueball::app
