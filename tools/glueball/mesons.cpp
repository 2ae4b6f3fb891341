// glueball mesons: meson correlators from point, Gaussian and wall sources, and the chiral condensate by
// noise.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <functional>
#include <memory>

#include "app/graph_plot.hpp"
#include "app/hints.hpp"
#include "app/option_needs.hpp"
#include "app/validators.hpp"
#include "comm/communicator.hpp"
#include "command.hpp"
#include "hdf5_output.hpp"
#include "hdf5_quarks.hpp"
#include "mesons_ensemble.hpp"
#include "mesons_report.hpp"
#include "multigrid_report.hpp"
#include "options/files.hpp"
#include "options/overlap_quarks.hpp"
#include "options/staggered_quarks.hpp"
#include "outputs.hpp"
#include "run/meson_run.hpp"

namespace glueball::app {
namespace {

struct MesonOptions {
  CommonOptions common;
  QuarkOptions quark;  ///< quark of the present file
  std::vector<std::string> files;
  std::vector<std::string> momenta = {"0,0,0"};
  std::string direction = "t", normalization = "mass";
  int condensate = 0;
  std::uint64_t seed = 1;
  int bin = 0;  ///< files of a jackknife bin; 0: the Gamma method
  std::vector<std::string> plots;
  Hdf5Options hdf5;
};

/// Parses "1,0,0" or "1,0,0,0", several separated by semicolons.
std::vector<Site> parse_momenta(const std::vector<std::string>& words) {
  std::vector<Site> momenta;
  for (const std::string& word : words) {
    const char* at = word.data();
    const char* const end = at + word.size();
    const auto refuse = [&] {
      throw Error(
          ErrorKind::bad_value, fmt::format("--momentum '{}' is not px,py,pz", word),
          "give three integers in units of 2 pi / L, and a fourth along t where --direction is another");
    };
    while (true) {
      Site p{};
      std::size_t count = 0;
      while (true) {
        int value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc{} || count == p.size()) refuse();
        p[count++] = value;
        at = next;
        if (at == end || *at != ',') break;
        ++at;
      }
      if (count < 3) refuse();
      momenta.push_back(p);
      if (at == end) break;
      if (*at++ != ';') refuse();
    }
  }
  return momenta;
}

/// Parses "t" or "x,y,t".
std::vector<int> parse_directions(const std::string& words) {
  std::vector<int> directions;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    const std::string word = words.substr(begin, end - begin);
    const std::size_t mu = std::string("xyzt").find(word);
    if (word.size() != 1 || mu == std::string::npos)
      throw Error(ErrorKind::bad_value, fmt::format("--direction '{}' is none", word),
                  "give x, y, z or t, or several by commas");
    if (std::find(directions.begin(), directions.end(), int(mu)) != directions.end())
      throw Error(ErrorKind::bad_value, fmt::format("--direction {} is given twice", word), "give it once");
    directions.push_back(int(mu));
    begin = end + 1;
  }
  return directions;
}

class MesonCommand {
 public:
  /// The correlators of each file are added to `ensemble`.
  MesonCommand(const MesonOptions& options, Setup& setup, Hdf5Output& hdf5, MesonEnsemble& ensemble)
      : o_(options), setup_(setup), hdf5_(hdf5), ensemble_(ensemble) {}
  /// Must be called first. Throws Error(bad_value) for invalid options, whatever the files are.
  void check();
  /// Runs on the file that the options name.
  void run();

 private:
  void work(const Configuration& u, const Domain* domain);
  void wilson(const Configuration& u, const Domain* domain, SolveProgress& progress);
  void staggered(const Configuration& u, const Domain* domain, SolveProgress& progress);
  void overlap(const Configuration& u, const Domain* domain, SolveProgress& progress);
  void print(const std::vector<MesonCorrelators>& results) const;
  void print(const std::vector<ChiralCondensate>& results) const;
  void print_deflation(const SolveTotal& solves) const;
  bool wants_correlators() const { return o_.quark.source != "none"; }
  std::vector<MesonPlan> plans() const;
  ColumnDone counting(SolveTotal& total, SolveProgress& progress) const {
    return [&](const SolveResult& r) {
      total.add(r);
      progress.column_done();
    };
  }
  /// Returns the factor from M^-1 to G: 2 kappa gives the inverse of the operator with the mass in it.
  double factor() const {
    return has_mass(o_.quark) || o_.normalization == "hopping" ? 1.0 : 2.0 * o_.quark.kappa;
  }

  const MesonOptions& o_;
  Setup& setup_;
  Hdf5Output& hdf5_;
  MesonEnsemble& ensemble_;
  Hdf5Row origin_;
  SourceSpec source_;
  std::vector<int> directions_;
  MesonHead head_;
  SolveTotal correlator_solves_, noise_solves_;
};

std::vector<MesonPlan> MesonCommand::plans() const {
  std::vector<MesonPlan> all;
  for (const int direction : directions_) {
    all.push_back({.origin = source_.site, .direction = direction, .momenta = parse_momenta(o_.momenta)});
    if (source_.slice) all.back().origin = {0, 0, 0, *source_.slice};
  }
  return all;
}

void MesonCommand::print(const std::vector<MesonCorrelators>& results) const {
  if (!world().first()) return;  // only rank 0 has correlators
  if (o_.files.size() > 1) ensemble_.add(o_.quark.file, results);
  if (hdf5_)
    hdf5_.append("mesons", origin_ + hdf5_correlators(o_.quark, o_.quark.source, o_.normalization, results));
  if (!o_.common.json) {
    if (o_.files.size() > 1) fmt::print("{}\n", head_.file);
    if (o_.quark.mu != 0)
      fmt::print("twisted mass: both quarks have mu {}, so the pion |G|^2 is that of the charged doublet\n",
                 o_.quark.mu);
    fmt::print("G = {}\n", is_overlap(o_.quark)     ? "(D(m)^-1 - 1) / (1 - m)"
                           : is_staggered(o_.quark) ? "(m + D)^-1"
                           : factor() == 1.0        ? "M^-1"
                                                    : "2 kappa M^-1");
  }
  for (const MesonCorrelators& result : results)
    fmt::print("{}{}",
               o_.common.json ? meson_json(head_, o_.quark, result, correlator_solves_)
                              : meson_text(o_.quark, result),
               o_.common.json ? "\n" : "");
  print_deflation(correlator_solves_);
  std::fflush(stdout);
}

void MesonCommand::print(const std::vector<ChiralCondensate>& results) const {
  if (!world().first()) return;
  if (hdf5_) hdf5_.append("condensate", origin_ + hdf5_condensates(o_.quark, results));
  for (std::size_t n = 0; n < results.size(); ++n)
    fmt::print("{}{}",
               o_.common.json ? condensate_json(head_, o_.quark, n, results[n], noise_solves_)
                              : condensate_text(o_.quark, n, results[n]),
               o_.common.json ? "\n" : "");
  print_deflation(noise_solves_);
}

void MesonCommand::print_deflation(const SolveTotal& solves) const {
  if (!o_.common.json && solves.set_up) fmt::print("{}\n", multigrid_text(*solves.set_up));
  if (o_.common.json || !head_.deflation) return;
  fmt::print("{}{} solves: {} iterations, {:.2f} s\n", deflation_text(head_.deflation), solves.columns,
             solves.iterations, solves.seconds);
}

void MesonCommand::wilson(const Configuration& u, const Domain* domain, SolveProgress& progress) {
  head_.deflation = find_deflation(setup_.device(), u, o_.quark, domain);
  const auto solver =
      make_solver<ParitySpinorField>(setup_.device(), u, o_.quark, progress, domain, head_.deflation.modes);
  head_.deflation.modes.reset();
  if (wants_correlators()) {
    const auto results = meson_correlators(*solver, u.geometry(), source_, plans(), factor(),
                                           counting(correlator_solves_, progress), domain);
    progress.clear();
    print(results);
  }
  if (o_.condensate == 0) return;
  const auto results = chiral_condensates(*solver, u.geometry(), o_.condensate, o_.seed, factor(),
                                          counting(noise_solves_, progress), domain);
  progress.clear();
  print(results);
}

void MesonCommand::staggered(const Configuration& u, const Domain* domain, SolveProgress& progress) {
  StaggeredQuarks quarks(setup_.device(), u, o_.quark, progress, domain);
  if (wants_correlators()) {
    const auto propagators = quarks.propagators(source_, counting(correlator_solves_, progress));
    progress.clear();
    head_.deflation = quarks.deflation();
    print(staggered_mesons(u.geometry().whole(), propagators, plans()));
  }
  if (o_.condensate == 0) return;
  const auto results = quarks.condensates(o_.condensate, o_.seed, counting(noise_solves_, progress));
  progress.clear();
  head_.deflation = quarks.deflation();
  print(results);
}

void MesonCommand::overlap(const Configuration& u, const Domain* domain, SolveProgress& progress) {
  OverlapQuarks quarks(setup_, u, domain, o_.quark, progress);
  OverlapPropagator solver(quarks.solver());
  if (wants_correlators()) {
    const auto results = meson_correlators(solver, u.geometry(), source_, plans(), factor(),
                                           counting(correlator_solves_, progress), domain);
    progress.clear();
    print(results);
  }
  if (o_.condensate > 0) {
    const auto results = chiral_condensates(solver, u.geometry(), o_.condensate, o_.seed, factor(),
                                            counting(noise_solves_, progress), domain);
    progress.clear();
    print(results);
  }
  for (const std::string& line : quarks.lines()) say(o_.common.quiet || o_.common.json, line);
}

void MesonCommand::work(const Configuration& u, const Domain* domain) {
  const Geometry g = u.geometry().whole();
  if (wants_correlators()) {
    check_source(source_, g);
    for (const MesonPlan& plan : plans()) check_plan(plan, g);
  }
  if (hdf5_) {
    hdf5_.begin(setup_.provenance(setup_.options(), o_.seed));
    origin_ = hdf5_origin(o_.quark.file, u);
  }
  head_ = {o_.quark.file, g.extents(), o_.quark.source, {}};
  const bool colours = is_staggered(o_.quark);
  const std::size_t columns =
      (wants_correlators() ? std::size_t(colours ? 3 : 12) : 0) + std::size_t(o_.condensate);
  say(o_.common.quiet, fmt::format("mesons on {}, lattice {}: {}, source {}", device_words(setup_.info()),
                                   g.to_string(), describe(o_.quark), o_.quark.source));
  SolveProgress progress(columns * (has_mass(o_.quark) ? StaggeredQuarks::count(o_.quark) : 1),
                         o_.quark.tolerance, o_.common.quiet);
  if (is_overlap(o_.quark))
    overlap(u, domain, progress);
  else if (colours)
    staggered(u, domain, progress);
  else
    wilson(u, domain, progress);
}

void MesonCommand::check() {
  if (is_overlap(o_.quark)) {
    overlap_kernel(o_.quark);
    overlap_masses(o_.quark);
  } else {
    quark_parameters(o_.quark);
  }
  warn_of_quark(o_.quark);
  if (has_mass(o_.quark) && o_.normalization != "mass")
    throw Error(ErrorKind::bad_value,
                fmt::format("--normalization {}: --action {} takes none", o_.normalization, o_.quark.action),
                "leave it out, or give --action wilson, twisted-mass or clover");
  directions_ = parse_directions(o_.direction);
  if (wants_correlators()) {
    source_ = parse_source(o_.quark.source);
    parse_momenta(o_.momenta);
    const bool wall = source_.kind == SourceKind::wall, gaussian = source_.kind == SourceKind::gaussian;
    if (!is_local(source_) && !wall)
      throw Error(ErrorKind::bad_value,
                  fmt::format("mesons: no correlators from the source '{}'", o_.quark.source),
                  "give point:x,y,z,t, gaussian:x,y,z,t:radius, wall:t or none");
    if ((wall || gaussian) && directions_ != std::vector{3})
      throw Error(ErrorKind::bad_value,
                  fmt::format("mesons: a {} is {} a time slice, and --direction is {}",
                              wall ? "wall" : "Gaussian", wall ? "all of" : "on", o_.direction),
                  "give --direction t");
    if ((wall || gaussian) && is_staggered(o_.quark))
      throw Error(ErrorKind::bad_value, "mesons: local staggered mesons have a point source",
                  "give --source point:x,y,z,t");
  } else if (o_.condensate == 0) {
    throw Error(ErrorKind::bad_value, "mesons: --source none and no --condensate leave nothing to do",
                "give one of them");
  }
}

void MesonCommand::run() {
  const Domain* domain = nullptr;
  const Configuration u = is_overlap(o_.quark)
                              ? overlap_links(setup_, o_.quark, o_.quark.file, &domain)
                              : fitting_configuration(setup_, o_.quark, o_.quark.file, &domain);
  work(u, domain);
}

}  // namespace

Command mesons_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("mesons", "meson correlators, pion mass and chiral condensate");
  auto o = std::make_shared<MesonOptions>();
  add_overlap_options(*table, o->quark);
  add_quark_options(*table, o->quark, o->common,
                    "point:x,y,z,t, gaussian:x,y,z,t:radius or wall:t (fix the Coulomb gauge first), or none",
                    Lists::quarks, &o->files);
  const std::string mesons = "Correlators and condensate";
  auto option = [&](const char* name, auto& value, const std::string& help, const char* type) {
    return table->add_option(name, value, help)->type_name(type)->capture_default_str()->group(mesons);
  };
  option("--momentum", o->momenta,
         "of the meson, in units of 2 pi / L; may be given again, or several with semicolons", "PX,PY,PZ")
      ->allow_extra_args(false)
      ->default_str("0,0,0");
  option("--direction", o->direction, "in which correlators run: x, y, z or t, or several by commas", "LIST");
  option("--normalization", o->normalization,
         "of Wilson quarks: mass, G = 2 kappa M^-1, or hopping, G = M^-1", "NAME")
      ->check(one_of({"mass", "hopping"}));
  option("--condensate", o->condensate, "noise vectors for the chiral condensate Tr G / V", "COUNT")
      ->check(zero_or_above());
  option("--seed", o->seed, "of the noise", "SEED")->check(whole_number());
  option("--bin", o->bin,
         "files a jackknife bin holds; 0: errors by the Gamma method for one chain in this order", "COUNT")
      ->check(zero_or_above());
  table
      ->add_option("--plot", o->plots,
                   "draw the mean correlators of the first momentum, as .png or .svg; may be given again")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->group(mesons);
  declare_hdf5(*table, o->hdf5, mesons);
  acts_only(*table, {"--bin", "--plot"}, "on several files, without --source none",
            [o] { return o->files.size() > 1 && o->quark.source != "none"; });
  acts_with(*table, {"--seed"}, "--condensate");
  acts_only(*table, {"--momentum", "--direction"}, "without --source none",
            [o] { return o->quark.source != "none"; });
  add_common(*table, o->common, kAllFlags);
  acts_with(*table, {"--force"}, "--hdf5 or --plot");
  add_solver_needs(*table, o->quark);
  table->footer(
      "Correlators are sums over a slice of all 16 channels ubar Gamma d, real parts: the mean of momenta p "
      "and -p. The pion is the sum of |G|^2 over space, spin and colour; with a twisted mass it is that of "
      "the charged doublet, u and d having opposite mu. Staggered quarks have the four local channels pion "
      "(PS), sc, vt and pv, and the terms of the last two by themselves (vt_x ..., pv_xy ...), which differ "
      "along x, y and z; of several masses there are those of all pairs. Overlap quarks have the channels of "
      "Wilson's, of the propagator (D(m)^-1 - 1) / (1 - m), each mass with itself.\nExample:  glueball "
      "mesons assets/configurations/quickstart.ildg --kappa 0.15 --json");
  return {table, o->common,
          [o](Setup& setup) {
            o->quark.common = &o->common;
            std::vector<std::string> inputs = o->files;
            inputs.push_back(o->quark.deflate);
            Outputs(o->common, inputs).file("--hdf5", o->hdf5.path).files("--plot", o->plots);
            require_bins(o->files.size(), o->bin);
            GraphPlots plots(o->plots, o->common.force);
            Hdf5Output hdf5(o->hdf5, o->common.force);
            MesonEnsemble ensemble;
            MesonCommand checked(*o, setup, hdf5, ensemble);
            checked.check();
            for_each_file(o->files, [&](const std::string& path) {
              o->quark.file = path;
              MesonCommand(checked).run();
            });
            if (!ensemble.empty()) {
              const auto bin = std::size_t(o->bin);
              fmt::print("{}", o->common.json ? ensemble.json(o->quark, bin) : ensemble.text(o->quark, bin));
              if (!plots.empty()) plots.write(ensemble.graph(o->quark, bin), o->common.quiet);
            }
            hdf5.finish(o->common.quiet || o->common.json);
            return int(Status::done);
          },
          true};
}

}  // namespace glueball::app
