// glueball hmc: two-flavour Wilson hybrid Monte Carlo.
#include "update/hmc.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/capacity.hpp"
#include "app/open.hpp"
#include "app/paths.hpp"
#include "app/progress.hpp"
#include "app/provenance.hpp"
#include "app/run_directory.hpp"
#include "app/signals.hpp"
#include "app/validators.hpp"
#include "command.hpp"
#include "hmc_report.hpp"
#include "io/configuration_file.hpp"
#include "io/ildg.hpp"
#include "lattice/gauge_couplings.hpp"
#include "reference/plaquette.hpp"

namespace glueball::app {
namespace {

struct HmcOptions {
  CommonOptions common;
  std::string start = "cold";
  Four lattice{{8, 8, 8, 8}};
  bool lattice_given = false;
  bool ignore_checksum = false;
  HmcParameters parameters;
  Four boundary{{1, 1, 1, -1}};
  std::string gauge_action = "wilson";
  std::string integrator = "omelyan";
  int trajectories = 10;
  int thermalization = 0;
  int first_step = 1;
  std::string output = "runs/hmc";
  int save_interval = 0;
  int precision_of_file = 64;
};

/// A start that is made, not read.
bool is_made(const std::string& start) { return start == "cold" || start == "hot"; }

void declare(CLI::App& table, HmcOptions& o) {
  auto& p = o.parameters;
  const CLI::Validator positive = above_zero(), not_negative = zero_or_above();
  const std::string start = "Start", physics = "Physics", chain = "Molecular dynamics and chain",
                    solver = "Solver", output = "Files";
  auto option = [&](const char* name, auto& value, const std::string& text, const char* type,
                    const std::string& group) {
    return table.add_option(name, value, text)->type_name(type)->capture_default_str()->group(group);
  };
  option("--start", o.start, "first configuration: cold, hot, or a file (ILDG, NERSC, ...)", "FILE|cold|hot",
         start);
  // Without a default to print: a file brings its own extents, and a printed configuration must not
  // contradict it.
  table
      .add_option("--lattice", o.lattice,
                  "extents, in sites; 8,8,8,8 for cold and hot, a file brings its own")
      ->type_name("X,Y,Z,T")
      ->group(start);
  table.add_flag("--ignore-checksum", o.ignore_checksum, "read a file whose checksum or plaquette is wrong")
      ->group(start);

  option("--beta", p.beta, "6/g^2 of the gauge action", "NUMBER", physics)->check(not_negative);
  option("--gauge-action", o.gauge_action, "wilson, symanzik (tree level), iwasaki, dbw2, or the rectangle's coefficient c1",
         "NAME|C1", physics);
  option("--kappa", p.kappa, "hopping parameter 1/(2m+8) of both flavours; 0: no quarks", "NUMBER", physics)
      ->check(not_negative);
  option("--boundary", o.boundary, "fermion sign on wrapping in x,y,z,t: 1 or -1", "X,Y,Z,T", physics);

  option("--tau", p.tau, "length of a trajectory, in units of molecular dynamics time", "NUMBER", chain)
      ->check(positive);
  option("--steps", p.steps, "integration steps a trajectory", "COUNT", chain)->check(positive);
  option("--integrator", o.integrator, "leapfrog or omelyan (2nd order, minimal norm)", "NAME", chain)
      ->check(one_of({"leapfrog", "omelyan"}));
  option("--trajectories", o.trajectories, "how many to run", "COUNT", chain)->check(positive);
  option("--thermalization", o.thermalization, "of these, how many to keep out of averages", "COUNT", chain)
      ->check(not_negative);
  option("--first-step", o.first_step, "number of the first trajectory, when going on with a chain", "NUMBER",
         chain)
      ->check(positive);
  option("--seed", p.seed, "of Philox; the same seed gives the same chain", "NUMBER", chain);

  option("--tolerance", p.action_tolerance, "relative true residual, in double, for Metropolis energies",
         "NUMBER", solver)
      ->check(positive);
  option("--force-tolerance", p.force_tolerance, "relative residual for the force", "NUMBER", solver)
      ->check(positive);
  option("--max-iterations", p.max_iterations, "of one solve, before it counts as failed", "COUNT", solver)
      ->check(positive);

  option("--output", o.output, "directory for config.toml, history.jsonl and configurations", "DIR", output);
  option("--save-interval", o.save_interval,
         "write a configuration every so many trajectories; 0: the last only", "COUNT", output)
      ->check(not_negative);
  option("--precision-of-file", o.precision_of_file, "bits of a number in configurations: 32 or 64", "BITS",
         output)
      ->check(one_of({"32", "64"}));
  table
      .add_flag("--inject-fault", p.inject_fault,
                "overwrite links on the device before an energy, to see the solver's check in double find it")
      ->group("Diagnostics");
  add_common(table, o.common);
  table.footer(
      "Example:  glueball hmc --lattice 8,8,8,8 --start hot --beta 5.5 --kappa 0.15 --trajectories 50 "
      "--output runs/first");
}

HmcParameters checked(const HmcOptions& o) {
  HmcParameters p = o.parameters;
  p.c1 = rectangle_coefficient(o.gauge_action);
  p.integrator = o.integrator == "leapfrog" ? Integrator::leapfrog : Integrator::omelyan;
  p.boundary = o.boundary.values;
  for (int sign : p.boundary) {
    if (sign != 1 && sign != -1) {
      throw Error(Status::usage, fmt::format("--boundary: {} is no sign", sign),
                  "give 1 or -1 for each of x,y,z,t");
    }
  }
  return p;
}

/// Extents are known before anything large is allocated; a file is read here.
Configuration first_configuration(const HmcOptions& o, const gpu::DeviceInfo& device) {
  if (is_made(o.start)) {
    const Geometry geometry(o.lattice.values);
    require_hmc_fits(device, geometry);
    return o.start == "cold" ? Configuration(geometry) : hot_configuration(geometry, o.parameters.seed);
  }
  io::ReadOptions read;
  read.ignore_checksum = o.ignore_checksum;
  if (o.lattice_given) read.expected = o.lattice.values;
  Configuration u = io::read_configuration(find_input(o.start), read).configuration;
  require_hmc_fits(device, u.geometry());
  return u;
}

class HmcRun {
 public:
  HmcRun(const HmcOptions& options, std::string config)
      : o_(options),
        config_(std::move(config)),
        parameters_(checked(options)),
        directory_(options.output, options.common.force),
        device_(open_device(options.common)),
        storage_(options.common.storage_or(device_->preferred_storage())),
        report_(parameters_.beta, options.first_step + options.thermalization) {}

  int run();

 private:
  Trajectory attempt(int step, Hmc& hmc);
  void record(const Trajectory& t, Hmc& hmc);
  void save(int step, Hmc& hmc);
  [[noreturn]] void give_up(const Trajectory& t, Hmc& hmc);
  void check_messages() const;
  int last_step() const { return o_.first_step + o_.trajectories - 1; }
  int finish(int step, Hmc& hmc, double seconds);

  const HmcOptions& o_;
  std::string config_;
  HmcParameters parameters_;
  RunDirectory directory_;
  std::unique_ptr<gpu::Device> device_;
  gpu::Storage storage_;
  HmcReport report_;
  int saved_step_ = 0;
};

int HmcRun::run() {
  const bool quiet = o_.common.quiet;
  catch_signals();
  const Configuration start = first_configuration(o_, device_->info());
  say(quiet, fmt::format("hmc on {} {}, fields in {}", device_->info().id(), device_->info().name,
                         to_string(storage_)));
  say(quiet, fmt::format("lattice {}, start {}, beta {:g}, kappa {:g}, tau {:g} in {} {} steps, seed {}",
                         start.geometry().to_string(), o_.start, parameters_.beta, parameters_.kappa,
                         parameters_.tau, parameters_.steps, o_.integrator, parameters_.seed));
  const auto begin = std::chrono::steady_clock::now();
  Hmc hmc(*device_, storage_, parameters_, start);
  Progress progress(std::uint64_t(o_.trajectories), quiet);
  int step = o_.first_step;
  for (;; ++step) {
    const Trajectory t = attempt(step, hmc);
    check_messages();
    if (!std::isfinite(t.delta_h) || !std::isfinite(t.plaquette)) {
      progress.clear();
      give_up(t, hmc);
    }
    record(t, hmc);
    if (o_.common.json) {
      progress.clear();
      fmt::print("{}\n", report_.json_line(t));
      std::fflush(stdout);
    }
    progress.update(std::uint64_t(step - o_.first_step + 1), report_.note(t));
    if (step == last_step() || caught_signal() != 0) break;
  }
  progress.clear();
  return finish(step, hmc, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

/// A solver that gives up leaves the links as they were: what the run has so far is kept.
Trajectory HmcRun::attempt(int step, Hmc& hmc) {
  try {
    return hmc.run(step);
  } catch (const Error& error) {
    if (error.status() == Status::not_converged && directory_.begun()) save(step - 1, hmc);
    throw;
  }
}

void HmcRun::record(const Trajectory& t, Hmc& hmc) {
  if (!directory_.begun()) {
    directory_.begin(config_);
    const auto stamp =
        provenance(device_->info(), storage_, device_->preferred_accumulator(), parameters_.seed);
    directory_.history().append(R"({"provenance":)" + stamp.json() + "}");
  }
  report_.add(t);
  directory_.history().append(report_.history_line(t));
  if (o_.save_interval > 0 && (t.step - o_.first_step + 1) % o_.save_interval == 0) save(t.step, hmc);
}

void HmcRun::save(int step, Hmc& hmc) {
  if (step == saved_step_) return;
  const Configuration u = hmc.configuration();
  const double plaquette = reference::plaquette(u).average();
  if (!std::isfinite(plaquette)) {
    throw Error(Status::device,
                fmt::format("step {}: the configuration on {} is not finite", step, device_->info().id()),
                "the last one written is good; run 'glueball doctor'");
  }
  io::WriteOptions write;
  write.precision = o_.precision_of_file;
  write.force = o_.common.force;
  write.xlf_info = fmt::format(
      "plaquette = {:.12f}\ntrajectory nr = {}\nbeta = {:.10g}, kappa = {:.10g}\nglueballversion = {}\ndate "
      "= {}\n",
      plaquette, step, parameters_.beta, parameters_.kappa, version(), utc_time());
  io::write_ildg(directory_.configuration(step), u, write);
  saved_step_ = step;
}

void HmcRun::give_up(const Trajectory& t, Hmc& hmc) {
  std::string kept = "nothing was written";
  if (directory_.begun()) {
    directory_.history().append(report_.history_line(t));
    save(t.step - 1, hmc);
    kept = "the configuration before it is " + directory_.configuration(t.step - 1).string();
  }
  throw Error(Status::not_converged, fmt::format("trajectory {}: dH is not finite; {}", t.step, kept),
              "raise --steps or lower --tau, and run 'glueball doctor' if that does not help");
}

void HmcRun::check_messages() const {
  if (o_.common.validate && device_->messages() > 0) {
    throw Error(Status::device,
                fmt::format("{} validation messages on {}", device_->messages(), device_->info().id()),
                "they are printed above; please report them");
  }
}

int HmcRun::finish(int step, Hmc& hmc, double seconds) {
  save(step, hmc);
  const auto& times = hmc.times();
  directory_.history().append(report_.summary_json(times, hmc.profiled(), seconds));
  const std::string summary = report_.summary_text(times, hmc.profiled(), seconds);
  if (!o_.common.json) fmt::print("{}", summary);
  if (o_.common.json) say(o_.common.quiet, summary);
  const std::string file = directory_.configuration(step).string();
  say(o_.common.quiet, fmt::format("wrote {} and {}", (directory_.path() / "history.jsonl").string(), file));
  if (caught_signal() == 0 || step == last_step()) return int(Status::done);
  fmt::print(
      stderr,
      "stopped by signal {} after step {}; go on with: glueball hmc --config {} --start {} --first-step {} "
      "--trajectories {} --output {}-2\n",
      caught_signal(), step, (directory_.path() / "config.toml").string(), file, step + 1, last_step() - step,
      directory_.path().string());
  return 128 + caught_signal();
}

}  // namespace

Command hmc_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("hmc", "hybrid Monte Carlo with two flavours of Wilson fermions");
  auto options = std::make_shared<HmcOptions>();
  declare(*table, *options);
  return {table, [table, options] {
            options->lattice_given = table->count("--lattice") > 0;
            if (is_made(options->start)) table->get_option("--lattice")->capture_default_str();
            return HmcRun(*options, config_text(*table)).run();
          }};
}

}  // namespace glueball::app
