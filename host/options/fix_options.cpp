#include "options/fix_options.hpp"

#include "app/option_needs.hpp"
#include "app/validators.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "options/option_group.hpp"

namespace glueball::app {

Gauge gauge_named(const std::string& name) {
  return name == "landau"    ? Gauge::landau
         : name == "coulomb" ? Gauge::coulomb
         : name == "mag"     ? Gauge::maximally_abelian
                             : Gauge::centre;
}

FixParameters FixOptions::fixing() const {
  FixParameters p = parameters;
  p.gauge = gauge_named(gauge);
  p.residual = residual;
  p.method = method == "or"   ? FixMethod::overrelaxation
             : method == "sr" ? FixMethod::stochastic
             : method == "sa" ? FixMethod::annealing
                              : FixMethod::fourier;
  p.largest = norm == "largest";
  p.precision = common.precision == "mixed"    ? FixPrecision::mixed
                : common.precision == "double" ? FixPrecision::double_
                                               : FixPrecision::single;
  p.grain = grain == "link" ? Grain::link : Grain::site;
  return p;
}

FixSettings FixOptions::settings() const {
  return {.parameters = fixing(),
          .copies = copies,
          .random_start = random_start(),
          .checkpoint_interval = checkpoint_interval,
          .flops_of_site = kernel_specs::of<kernels::RelaxGauge>().flops};
}

std::vector<FixOutput> FixOptions::outputs() const {
  return {{"save", save, ".ildg"},
          {"save-transformation", save_transformation, ".lime"},
          {"save-projected", save_projected, ".ildg"},
          {"save-vortex-removed", save_vortex_removed, ".ildg"}};
}

void declare(CLI::App& table, FixOptions& o) {
  FixParameters& p = o.parameters;
  table.add_option("file,--file", o.files, "gauge configurations (ILDG, NERSC, ...), one after the other")
      ->type_name("FILE");
  const OptionGroup gauge(table, "Gauge"), relaxation(table, "Relaxation"),
      annealing(table, "Simulated annealing"), copies(table, "Gribov copies"),
      scan(table, "Scan of a parameter"), observables(table, "Observables of the fixed field"),
      files(table, "Files");

  gauge
      .add("--gauge", o.gauge,
           "landau, coulomb, mag (maximally Abelian) or centre (direct maximal centre gauge: largest sum "
           "|Tr U|^2 / (36 V))",
           "NAME")
      ->check(one_of({"landau", "coulomb", "mag", "centre"}));
  gauge.flag("--residual", o.residual, "then Landau's gauge for the U(1) x U(1) that it leaves free");
  gauge
      .add("--theta", p.theta,
           "where to stop: 1/(3V) sum Tr Delta Delta^+ of Delta = sum_mu [A_mu(x) - A_mu(x-mu)], A = (U - "
           "U^+)/2i "
           "traceless; mag and centre: the same of their own gradients",
           "NUMBER")
      ->check(above_zero());
  gauge
      .add("--norm", o.norm,
           "theta is the mean over sites (in Coulomb gauge of each time slice), or the largest of a site",
           "NAME")
      ->check(one_of({"mean", "largest"}));

  relaxation
      .add("--method", o.method,
           "or (overrelaxation), sr (stochastic relaxation), sa (simulated annealing, then or), fourier (or, "
           "then "
           "Fourier acceleration)",
           "NAME")
      ->check(one_of({"or", "sr", "sa", "fourier"}));
  relaxation.add("--omega", p.omega, "overrelaxation, 1 <= omega < 2; 1: plain relaxation", "NUMBER");
  relaxation.add("--power", p.power,
                 "how the power omega is taken: 0 exactly, 1 or 2 by its expansion to that order", "ORDER");
  relaxation.add("--p", p.chance, "chance of a double step", "NUMBER");
  relaxation
      .add("--alpha", p.alpha,
           "step, g -> exp(-i alpha p_max^2/p^2 Delta) g in momentum space, p_max^2 = 16 (landau) "
           "or 12",
           "NUMBER")
      ->check(above_zero());
  relaxation.add("--momentum", p.momentum,
                 "part of the last step that goes on, from 0 to below 1; begun anew at each measurement",
                 "NUMBER");
  relaxation.add("--fourier-from", p.fourier_from, "theta from which on", "NUMBER")->check(above_zero());
  relaxation
      .add("--interval", p.interval, "iterations between measurements of theta; of Fourier steps half of it",
           "COUNT")
      ->check(above_zero());
  relaxation
      .add("--max-iterations", p.max_iterations,
           "to give up after, annealing apart; a run with --output goes on from there by --resume and more",
           "COUNT")
      ->check(count_above_zero());
  relaxation.add("--grain", o.grain, "threads of a site: auto (measured), site (one) or link (four)", "NAME")
      ->check(one_of({"auto", "site", "link"}));

  annealing
      .add("--t-start", p.annealing.hottest, "first temperature: weights are exp(sum Re Tr U / T)", "NUMBER")
      ->check(above_zero());
  annealing.add("--t-end", p.annealing.coldest, "last temperature", "NUMBER")->check(above_zero());
  annealing.add("--sa-sweeps", p.annealing.sweeps, "heatbath sweeps from one to the other", "COUNT")
      ->check(above_zero());
  annealing
      .add("--microcanonical", p.annealing.microcanonical, "sweeps after each that keep the functional",
           "COUNT")
      ->check(zero_or_above());

  copies
      .add("--copies", o.copies, "random starts; the largest functional is kept, all are reported", "COUNT")
      ->check(above_zero());
  copies
      .add_plain("--start", o.start, "unit, or random transformation; random for several copies unless given",
                 "NAME")
      ->check(one_of({"unit", "random"}));
  copies.add("--seed", p.seed, "of random starts, of sr and of sa", "NUMBER")->check(whole_number());

  scan.add_plain("--scan", o.scans,
                 "iterations against omega (method or), p (sr), alpha or momentum (fourier), for each file "
                 "from g = 1; "
                 "given twice, both. Writes no links",
                 "NAME=FIRST:LAST:STEP")
      ->allow_extra_args(false);
  scan.add_plain("--plot", o.plots, "PNG or SVG to write, by the ending, of a scan; given twice, both",
                 "PATH")
      ->allow_extra_args(false);

  observables.flag("--propagator", o.propagator, "gluon propagator D(p)");
  observables.add("--cylinder-cut", o.cut.cylinder,
                  "momenta so near the diagonal, in units of 2 pi / L; negative: all", "NUMBER");
  observables.add("--cone-cut", o.cut.cone, "momenta of so small an angle to it, in degrees", "NUMBER")
      ->check(above_zero());

  files.flag("--ignore-checksum", o.ignore_checksum, "read on although checksum or plaquette is wrong");
  declare_hdf5(table, o.hdf5, "Files");
  files.add("--save", o.save, "where to write the fixed configuration (ILDG); of several files a directory",
            "PATH");
  files.add("--save-transformation", o.save_transformation,
            "where to write g(x), a SciDAC file of colour matrices; of several files a directory", "PATH");
  files.add("--save-projected", o.save_projected,
            "where to write the projected links, the centre elements nearest to the fixed ones (ILDG); of "
            "several files a directory",
            "PATH");
  files.add("--save-vortex-removed", o.save_vortex_removed,
            "where to write the fixed links without their centre elements, Z^+ U (ILDG); of several files "
            "a directory",
            "PATH");
  files
      .add("--precision-of-file", o.precision_of_file, "bits of a number in the configuration: 32 or 64",
           "BITS")
      ->check(one_of({"32", "64"}));
  files.add(
      "--output", o.output,
      "directory that keeps the state of the run, of several files those that are finished, for --resume",
      "DIR");
  files
      .add("--checkpoint-interval", o.checkpoint_interval, "measurements between states written there",
           "COUNT")
      ->check(above_zero());
  files.add_plain("--resume", o.resume, "go on with the run in DIR", "DIR");
  declare_window(table, o.window);
  acts_with(table, {"--residual"}, "--gauge mag");
  acts_with(table, {"--save-projected", "--save-vortex-removed"}, "--gauge centre");
  acts_with(table, {"--omega", "--power"}, "--method or, sa or fourier");
  acts_with(table, {"--p"}, "--method sr");
  acts_with(table, {"--alpha", "--momentum", "--fourier-from"}, "--method fourier");
  acts_with(table, {"--t-start", "--t-end", "--sa-sweeps", "--microcanonical"}, "--method sa");
  acts_only(table, {"--seed"}, "with random starts, by --start or --copies, or --method sr or sa",
            [&o] { return o.random_start() || o.method == "sr" || o.method == "sa"; });
  acts_with(table, {"--plot"}, "--scan");
  acts_with(table, {"--cylinder-cut", "--cone-cut"}, "--propagator");
  acts_with(table, {"--propagator"}, "--gauge landau or coulomb");
  acts_with(table, {"--precision-of-file"},
            "--save, --save-transformation, --save-projected or --save-vortex-removed");
  acts_with(table, {"--checkpoint-interval"}, "--output or --resume");
  add_precision(table, o.common, {"single", "double", "mixed"});
  add_common(table, o.common,
             {FlagGroup::device, FlagGroup::fields, FlagGroup::tuning, FlagGroup::ranks, FlagGroup::output});
  acts_with(
      table, {"--force"},
      "--save, --save-transformation, --save-projected, --save-vortex-removed, --output, --plot, --hdf5 "
      "or --resume");
  table.footer(
      "Example:  glueball fix assets/configurations/quickstart.ildg --gauge landau --save landau.ildg");
}

}  // namespace glueball::app
