// glueball bench: times of kernels and algorithms, with the device's copy bandwidth in the same run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "app/capacity.hpp"
#include "app/option_needs.hpp"
#include "app/plot_file.hpp"
#include "app/progress.hpp"
#include "app/ranks.hpp"
#include "app/validators.hpp"
#include "bench/bench_plot.hpp"
#include "bench/reference_time.hpp"
#include "bench_options.hpp"
#include "bench_output.hpp"
#include "command.hpp"
#include "halo/channels.hpp"
#include "outputs.hpp"

namespace glueball::app {
namespace {

/// Returns the lattices to run on. Without a plot there is one. A plot has a series up to --lattice, by
/// default up to the largest that surely fits, and on a CPU up to 16^4 to save time. No workload needs more
/// memory than HMC in double precision, or binds more than links of 18 reals.
std::vector<Geometry> lattices(const BenchOptions& o, const gpu::DeviceInfo& device) {
  if (o.plot.empty()) return {Geometry(o.lattice.values)};
  std::vector<Geometry> all;
  const double range = o.common.precision_of_fields() == gpu::Precision::double_ ? 288 : 144;
  const MemoryNeed need{.bytes_per_site = 1792, .range_per_site = range};
  int last = largest_extent(device.limits, need);
  if (device.type == gpu::DeviceType::software) last = std::min(last, 16);
  const double bound =
      o.lattice_given ? double(Geometry(o.lattice.values).volume()) : std::pow(double(last), 4) + 1;
  for (const int l : series_extents(bound)) all.push_back(Geometry({l, l, l, l}));
  if (o.lattice_given) all.push_back(Geometry(o.lattice.values));
  return all;
}

/// Checks before the first measurement that all workloads fit.
void require_fit(Setup& setup, const Geometry& geometry,
                 const std::vector<const kernel_specs::Benchmark*>& chosen, LatticeOptions options) {
  options.tiles = 0;  // tiles need not divide the lattices of a NullDevice
  std::vector<MemoryNeed> needs;
  for (const kernel_specs::Benchmark* b : chosen)
    needs.push_back(memory_need(setup.info(), [&](gpu::Device& null_device, const Configuration& u) {
      const DeviceLattice lattice(null_device, u.geometry(), options);
      b->make(lattice).run();
    }));
  setup.require_fits(geometry, needs);
}

/// Throws for benchmarks and options that do not work on several ranks.
void refuse_on_several_ranks(const BenchOptions& o, const Setup& setup,
                             const std::vector<const kernel_specs::Benchmark*>& chosen) {
  for (const auto& [given, name] :
       {std::pair{o.reference, "--reference"}, std::pair{!o.plot.empty(), "--plot"}})
    if (given) require_one_rank(fmt::format("bench {}", name), setup.flags());
  for (const kernel_specs::Benchmark* b : chosen)
    if (b->ghosts == 0) require_one_rank("bench " + b->name, setup.flags());
}

/// Returns the largest number of ghost layers of all chosen benchmarks.
int most_ghosts(const std::vector<const kernel_specs::Benchmark*>& chosen) {
  int most = 1;
  for (const kernel_specs::Benchmark* b : chosen) most = std::max(most, b->ghosts);
  return most;
}

BenchRow timed(const DeviceLattice& lattice, const kernel_specs::Benchmark& benchmark, double seconds,
               BenchRow row) {
  Workload w = benchmark.make(lattice);
  const Timing t = measure(lattice, w, seconds);
  row.transport = transports(lattice);
  w.flops = sum_of_ranks(lattice.domain(), w.flops);
  w.bytes = sum_of_ranks(lattice.domain(), w.bytes);
  row.kernel = benchmark.name;
  row.seconds = t.seconds;
  row.low_seconds = t.low;
  row.high_seconds = t.high;
  row.spread = t.spread();
  row.kernel_seconds = kernel_seconds(lattice, w);
  for (const auto& [kernel, seconds_of_it] : row.kernel_seconds) row.device_seconds += seconds_of_it;
  row.processor_seconds = t.processor_seconds;
  row.gflops = w.flops / t.seconds * 1e-9;
  row.gbytes_per_s = w.bytes / t.seconds * 1e-9;
  return row;
}

/// The forms of the command.
enum class Form { kernels, restart, hmc };

Form form_of(const BenchOptions& o) {
  const auto named = [&](const char* form) { return std::ranges::count(o.names, form) > 0; };
  return named("restart") ? Form::restart : named("hmc") ? Form::hmc : Form::kernels;
}

/// Declares which options act in which form, and with which kernels.
void declare_needs(CLI::App& table, const BenchOptions& o) {
  const auto in = [&](std::vector<std::string> options, const std::string& where, std::vector<Form> forms) {
    acts_only(table, options, where, [&o, forms] { return std::ranges::count(forms, form_of(o)) > 0; });
  };
  in({"--threads-per-site", "--tiles", "--operator", "--seconds", "--verbose", "--reference", "--compare",
      "--plot", "--no-tune", "--force", "--transport", "--overlap"},
     "with kernels", {Form::kernels});
  in({"--reconstruct"}, "with kernels or restart", {Form::kernels, Form::restart});
  in({"--precision"}, "with kernels or hmc", {Form::kernels, Form::hmc});
  in({"--kappa", "--tolerance", "--no-cpu"}, "with restart", {Form::restart});
  in({"--start", "--thermalization"}, "with restart or hmc", {Form::restart, Form::hmc});
  in({"--setup", "--beta", "--hmc-kappa", "--mu", "--steps", "--gauge-steps", "--tau", "--thermalize",
      "--inner", "--energies", "--trajectories"},
     "with hmc", {Form::hmc});
  acts_with(table, {"--tolerance-percent"}, "--compare");
  acts_with(table, {"--force"}, "--plot");
  const auto some = [&o](bool (*kind)(const std::string& name, const BenchOptions& o)) {
    return o.names.empty() || std::ranges::any_of(o.names, [&](const std::string& name) {
             return name == "all" || name == "restart" || name == "hmc" || kind(name, o);
           });
  };
  acts_only(
      table, {"--reconstruct", "--threads-per-site", "--tiles", "--no-tune", "--verbose", "--reference"},
      "with another kernel than copy",
      [some] { return some([](const std::string& name, const BenchOptions&) { return name != "copy"; }); });
  acts_only(table, {"--operator"}, "with cg", [&o] { return std::ranges::count(o.names, "cg") > 0; });
  acts_only(table, {"--persistent-cg"}, "with cg of --operator wilson, restart or hmc", [some] {
    return some(
        [](const std::string& name, const BenchOptions& b) { return name == "cg" && b.quark == "wilson"; });
  });
  acts_only(table, {"--half-format"}, "with --precision half, --inner half or restart", [&o] {
    return o.common.precision == "half" || o.hmc_inner == "half" || form_of(o) == Form::restart;
  });
}

int run(const BenchOptions& o, Setup& setup) {
  using Alone = std::pair<const char*, int (*)(const BenchOptions&, Setup&)>;
  for (const auto& [alone, run_alone] : {Alone{"restart", run_restart}, Alone{"hmc", run_hmc}}) {
    if (std::find(o.names.begin(), o.names.end(), alone) == o.names.end()) continue;
    require_one_rank(fmt::format("bench {}", alone), setup.flags());
    if (o.names.size() > 1)
      throw Error(ErrorKind::bad_value, fmt::format("bench {} is run alone", alone),
                  "take the other names out");
    return run_alone(o, setup);
  }
  const auto chosen = chosen_benchmarks(o);
  refuse_on_several_ranks(o, setup, chosen);
  const auto earlier = o.compare.empty() ? std::vector<BenchRow>() : read_bench(o.compare);
  // Files that cannot be written are refused before the measurement.
  std::optional<PlotFile> plot_file;
  if (!o.plot.empty()) {
    if (chosen.empty())
      throw Error(ErrorKind::bad_value, "bench --plot: the copy alone has no curve", "name a kernel");
    Outputs(o.common, {o.compare}).file("--plot", o.plot);
    plot_file.emplace(o.plot, o.common.force);
  }

  if (o.verbose) setup.want_statistics();
  BenchRow common = row_of(setup.info());
  common.copy_gbytes_per_s = copy_bandwidth(setup.device(), setup.options().storage, o.seconds) * 1e-9;
  setup.device().take_statistics();
  common.precision = o.common.precision;
  const BenchOutput out(o.common.json, o.verbose, o.reference);
  std::vector<BenchRow> rows;
  for (const Geometry& whole : lattices(o, setup.info())) {
    const Domain* domain = setup.domain(whole, most_ghosts(chosen));
    const Geometry geometry = domain ? domain->geometry() : whole;
    LatticeOptions options = setup.options(geometry);
    if (o.reconstruct != 0) options.reconstruct = o.reconstruct;
    if (o.threads_per_site != 0) options.threads_per_site = o.threads_per_site;
    options.tiles = o.tiles;
    common.lattice = whole.extents();
    if (domain) {
      options.domain = domain;
      common.ranks = domain->grid().ranks;
      common.copy_gbytes_per_s = sum_of_ranks(domain, common.copy_gbytes_per_s);
    }
    common.set(options);
    require_fit(setup, geometry, chosen, options);
    out.begin(common);
    if (rows.empty()) {
      BenchRow copy = common;
      copy.kernel = "copy";
      copy.seconds = 0x1p30 * 1e-9 / copy.copy_gbytes_per_s;
      copy.gbytes_per_s = copy.copy_gbytes_per_s;
      rows.push_back(copy);
      if (o.common.json) out.row(copy);
    }
    for (const kernel_specs::Benchmark* b : chosen) {
      if (domain) options.ghosts = std::uint32_t(b->ghosts);
      const DeviceLattice lattice(setup.device(), geometry,
                                  setup.tuned(geometry,
                                              {.workload = b,
                                               .reconstruct = o.reconstruct == 0 && b->reconstruct == 0,
                                               .threads_per_site = o.threads_per_site == 0},
                                              options));
      common.set(lattice.options());
      if (b->reconstruct != 0 && common.reconstruct != 18) common.reconstruct = b->reconstruct;
      rows.push_back(timed(lattice, *b, o.seconds, common));
      if (o.reference && b->reference) measure_reference(b->reference(geometry), o.seconds, rows.back());
      out.row(rows.back(), setup.device().take_statistics());
    }
  }
  setup.validate();
  if (plot_file) {
    plot_file->write(bandwidth_plot(rows));
    plot_file->commit();
    say(o.common.quiet || o.common.json, "wrote " + o.plot);
  }
  if (earlier.empty()) return int(Status::done);
  return int(out.comparison(o.compare, earlier, rows, o.tolerance_percent) ? Status::regression
                                                                           : Status::done);
}

}  // namespace

Command bench_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("bench", "time kernels and algorithms beside the device's copy bandwidth");
  auto options = std::make_shared<BenchOptions>();
  const std::string group = "Benchmark";
  table
      ->add_option("names", options->names,
                   "what to time: " + known_benchmarks() +
                       "; all of it by default; or restart, the experiment "
                       "of 2006; or hmc, the setups of 2012")
      ->type_name("NAME");
  const CLI::Option* lattice = table->add_option("--lattice", options->lattice, "extents, in sites")
                                   ->type_name("X,Y,Z,T")
                                   ->capture_default_str()
                                   ->group(group);
  table
      ->add_option(
          "--reconstruct", options->reconstruct,
          "reals a stored link has: 8, 12 or 18; 0: measured, or 12. HISQ's long links have 14, or 18 "
          "with 18")
      ->type_name("COUNT")
      ->capture_default_str()
      ->group(group);
  table
      ->add_option(
          "--threads-per-site", options->threads_per_site,
          "invocations that share a hop or a link's staples: 1, 2 or 4; 0: measured, or as suits the device")
      ->type_name("COUNT")
      ->capture_default_str()
      ->group(group);
  table
      ->add_option("--tiles", options->tiles,
                   "blocks of z that hops go over one after the other; 0: as suits the lattice")
      ->type_name("COUNT")
      ->capture_default_str()
      ->group(group);
  table
      ->add_option("--operator", options->quark,
                   "of cg: wilson, clover or staggered; cg-clover is another name for it")
      ->type_name("NAME")
      ->capture_default_str()
      ->check(one_of({"wilson", "clover", "staggered"}))
      ->group(group);
  table
      ->add_option("--seconds", options->seconds,
                   "to spend on each, in seconds; a quarter of it more to warm up")
      ->type_name("TIME")
      ->capture_default_str()
      ->check(above_zero())
      ->group(group);
  table
      ->add_flag("--verbose", options->verbose,
                 "device time by kernel; registers, shared memory and spills of each, where the driver tells")
      ->group(group);
  table
      ->add_flag(
          "--reference", options->reference,
          "the CPU's reference of each kernel too, in double precision: what a driver on the CPU has to beat")
      ->group(group);
  table
      ->add_option(
          "--compare", options->compare,
          "hold against an earlier run: what its --json printed; exit status 1 when a kernel is slower")
      ->type_name("FILE")
      ->group(group);
  table->add_option("--tolerance-percent", options->tolerance_percent, "slower by as much is no regression")
      ->type_name("NUMBER")
      ->capture_default_str()
      ->check(zero_or_above())
      ->group(group);
  table
      ->add_option("--plot", options->plot,
                   "PNG or SVG to write, by the ending: bandwidth on lattices from 4^4 to --lattice, or to "
                   "what fits (on a CPU 16^4)")
      ->type_name("PATH")
      ->group(group);
  const std::string restart = "The experiment of 2006 (bench restart)";
  table
      ->add_option("--links,--start", options->links,
                   "a gauge configuration; by default one is made at beta 6")
      ->type_name("FILE")
      ->group(restart);
  table->add_option("--thermalization", options->thermalization, "sweeps that make it")
      ->type_name("COUNT")
      ->capture_default_str()
      ->group(restart);
  table->add_option("--kappa", options->kappa, "hopping parameter")
      ->type_name("NUMBER")
      ->capture_default_str()
      ->group(restart);
  table->add_option("--tolerance", options->tolerance, "true residual to reach")
      ->type_name("NUMBER")
      ->capture_default_str()
      ->group(restart);
  table->add_flag("--no-cpu", options->no_cpu, "leave out the solve on the CPU alone")->group(restart);
  const std::string hmc = "The setups of 2012 (bench hmc), from --start or --thermalization";
  auto& h = options->hmc;
  table
      ->add_option(
          "--setup", options->setups,
          "of arXiv:1209.5942, table 4: A, B or C, or several by commas. They have a mu = 0.0025, 0.0035, "
          "0.1 and ran on 24,24,24,8 in double precision, which are the defaults here")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->default_str("C")
      ->group(hmc);
  table->add_option("--beta", h.beta, "6/g^2 of the tree-level Symanzik action")
      ->type_name("NUMBER")
      ->capture_default_str()
      ->group(hmc);
  table->add_option("--hmc-kappa", h.kappa, "hopping parameter")
      ->type_name("NUMBER")
      ->capture_default_str()
      ->group(hmc);
  table
      ->add_option("--mu", options->masses,
                   "other twisted masses a mu than the setups', by commas; 0: Wilson quarks")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->group(hmc);
  table->add_option("--steps", h.steps, "of 2MN for the quarks; 0: 20 for a length of 1, 10 at least")
      ->type_name("COUNT")
      ->capture_default_str()
      ->check(zero_or_above())
      ->group(hmc);
  table
      ->add_option("--gauge-steps", h.gauge_steps,
                   "of 2MN for the gauge action, over each drift of the quarks'")
      ->type_name("COUNT")
      ->capture_default_str()
      ->check(CLI::PositiveNumber)
      ->group(hmc);
  table
      ->add_option("--tau", options->tau,
                   "length of a trajectory; by default the setup's, 0.2 of A and B, 2 of C and of --mu: the "
                   "paper's 0.1 and 1 "
                   "go with generators lambda, ours with lambda/2")
      ->type_name("NUMBER")
      ->check(above_zero())
      ->group(hmc);
  const CLI::Option* thermalize =
      table
          ->add_option(
              "--thermalize", options->thermalize,
              "trajectories of length 1 with heavy quarks, in single precision and short "
              "steps, that bring a start near equilibrium; of a start from a file only where this is given")
          ->type_name("COUNT")
          ->capture_default_str()
          ->check(zero_or_above())
          ->group(hmc);
  table
      ->add_option("--inner", options->hmc_inner,
                   "precision of the solver's iterations: half, single, or auto, that of --precision")
      ->type_name("NAME")
      ->capture_default_str()
      ->check(one_of({"auto", "half", "single"}))
      ->group(hmc);
  table
      ->add_option("--energies", options->energies,
                   "where Metropolis energies are computed: host, device or auto")
      ->type_name("NAME")
      ->capture_default_str()
      ->check(one_of({"auto", "host", "device"}))
      ->group(hmc);
  table->add_option("--trajectories", h.trajectories, "to time, for each setup")
      ->type_name("COUNT")
      ->capture_default_str()
      ->check(CLI::PositiveNumber)
      ->group(hmc);
  add_precision(*table, options->common, {"half", "single", "double"});
  const CLI::Option* precision = table->get_option("--precision");
  add_half_format(*table, options->common, "Device and output");
  add_common(*table, options->common, kAllFlags);
  declare_needs(*table, *options);
  table->footer(
      "Example:  glueball bench dslash --lattice 32,32,32,32\nExit status 1: --compare found a kernel slower "
      "than the earlier run by more than --tolerance-percent.");
  return {table, options->common,
          [options, lattice, thermalize, precision](Setup& setup) {
            options->lattice_given = lattice->count() > 0;
            options->thermalize_given = thermalize->count() > 0;
            options->precision_given = precision->count() > 0;
            return run(*options, setup);
          },
          true, [options] { return options->plot.empty() ? sites_of(options->lattice) : 0; }};
}

}  // namespace glueball::app
