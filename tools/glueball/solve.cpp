// glueball solve: quark propagators M^-1 b of a configuration, written as SciDAC files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/paths.hpp"
#include "app/signals.hpp"
#include "app/validators.hpp"
#include "command.hpp"
#include "reference/norm2.hpp"
#include "run/provenance.hpp"
#include "solve_columns.hpp"
#include "solve_report.hpp"
#include "solvers/multimass_solver.hpp"

namespace glueball::app {
namespace {

struct SolveOptions {
  CommonOptions common;
  QuarkOptions quark;
  int columns = 0;
  std::string output;
  int precision_of_file = 64;
};

/// Where the solutions of one of several masses go: x.lime becomes x-mass0.1.lime.
std::string path_of_mass(const std::string& output, double mass) {
  const std::filesystem::path path(output);
  return (path.parent_path() /
          fmt::format("{}-mass{}{}", path.stem().string(), mass, path.extension().string()))
      .string();
}

class SolveRun {
 public:
  SolveRun(const SolveOptions& options, Setup& setup)
      : o_(options), setup_(setup), report_(o_.quark, o_.common.json) {}
  int run();

 private:
  template <class Half>
  void solve(const Configuration& u);
  template <class Half>
  void solve_one_mass(const Configuration& u, const Columns<Half>& columns, SolveProgress& progress);
  void solve_masses(const Configuration& u, const Columns<HalfColourField>& columns, SolveProgress& progress);

  bool several() const { return o_.quark.masses.size() > 1; }
  void open_outputs(const Geometry& g, io::QuarkFieldKind kind, const std::string& source);
  std::string origin(const QuarkOptions& quark, const std::string& source) const;
  template <class Half>
  void done(int column, const io::QuarkColumn& label, std::size_t mass, const SolveResult& result,
            const FullQuarkField<Half>& x);

  const SolveOptions& o_;
  Setup& setup_;
  SolveReport report_;
  std::string path_;
  std::vector<std::string> outputs_;  ///< a file a mass
  std::vector<std::unique_ptr<io::QuarkFieldSink>> sinks_;
};

/// What a file of solutions says of itself.
std::string SolveRun::origin(const QuarkOptions& quark, const std::string& source) const {
  const char* m = quark.action == "staggered" ? "m + D"
                  : quark.action == "clover"  ? "T + 2 i kappa mu gamma5 - kappa H"
                                              : "1 + 2 i kappa mu gamma5 - kappa H";
  return fmt::format("{}; source {}; x of M x = b, M = {}; configuration {}; tolerance {:g}; glueball {}; {}",
                     describe(quark), source, m, path_, quark.tolerance, version(), utc_time());
}

void SolveRun::open_outputs(const Geometry& g, io::QuarkFieldKind kind, const std::string& source) {
  if (o_.output.empty()) return;
  const auto open = [&](const std::string& path, const QuarkOptions& quark) {
    outputs_.push_back(path);
    sinks_.push_back(std::make_unique<io::QuarkFieldSink>(
        path, g, kind,
        io::QuarkWriteOptions{
            .precision = o_.precision_of_file, .force = o_.common.force, .info = origin(quark, source)}));
  };
  if (!several()) return open(o_.output, o_.quark);
  for (const double mass : o_.quark.masses) {
    QuarkOptions one = o_.quark;
    one.mass = mass;
    one.masses = {mass};
    open(path_of_mass(o_.output, mass), one);
  }
}

template <class Half>
void SolveRun::done(int column, const io::QuarkColumn& label, std::size_t mass, const SolveResult& result,
                    const FullQuarkField<Half>& x) {
  report_.row({.column = column,
               .label = label,
               .mass = several() ? o_.quark.masses[mass] : o_.quark.mass,
               .result = result,
               .norm2 = reference::norm2(x[0]) + reference::norm2(x[1])});
  if (!sinks_.empty()) sinks_[mass]->write(x, label);
}

template <class Half>
void SolveRun::solve_one_mass(const Configuration& u, const Columns<Half>& columns, SolveProgress& progress) {
  const auto solver = make_solver<Half>(setup_.device(), u, o_.quark, progress);
  report_.head();
  for (int first = 0, share = solver->share(columns.count()); first < columns.count(); first += share) {
    std::vector<FullQuarkField<Half>> b;
    for (int n = first; n < std::min(first + share, columns.count()); ++n) b.push_back(columns.make(n));
    std::vector<FullQuarkField<Half>> x(b.size());
    const std::vector<SolveResult> results = solver->solve_all(b, x);
    progress.clear();
    for (std::size_t k = 0; k < x.size(); ++k) {
      const int n = first + int(k);
      done(n, columns.label(n), 0, results[k], x[k]);
      progress.column_done();
    }
  }
}

void SolveRun::solve_masses(const Configuration& u, const Columns<HalfColourField>& columns,
                            SolveProgress& progress) {
  const auto solver = make_multimass_solver(setup_.device(), u, quark_parameters(o_.quark), o_.quark.masses,
                                            solver_options(o_.quark, progress));
  report_.head();
  std::vector<FullQuarkField<HalfColourField>> x(o_.quark.masses.size());
  for (int n = 0; n < columns.count(); ++n) {
    const std::vector<SolveResult> results = solver->solve(columns.make(n), x);
    progress.clear();
    for (std::size_t k = 0; k < x.size(); ++k) done(n, columns.label(n), k, results[k], x[k]);
    progress.column_done();
  }
}

template <class Half>
void SolveRun::solve(const Configuration& u) {
  const Geometry& g = u.geometry();
  const Columns<Half> columns(o_.quark, o_.columns, g);
  const std::string source = columns.source().to_string();
  open_outputs(g, io::kKindOf<Half>, source);
  say(o_.common.quiet, fmt::format("solve on {} {}, lattice {}: {}, source {}", setup_.info().id(),
                                   setup_.info().name, g.to_string(), describe(o_.quark), source));
  SolveProgress progress(std::size_t(columns.count()), o_.quark.tolerance, o_.common.quiet);
  bool solved = false;
  if constexpr (kComponents<Half> == 3)
    if (several()) {
      solve_masses(u, columns, progress);
      solved = true;
    }
  if (!solved) solve_one_mass(u, columns, progress);
  progress.clear();
  setup_.validate();
  for (auto& sink : sinks_) sink->finish();
  report_.total({.file = path_,
                 .device = setup_.info().id(),
                 .source = source,
                 .geometry = g,
                 .columns = columns.count(),
                 .device_bytes = setup_.device().peak(),
                 .outputs = outputs_});
  for (const std::string& output : outputs_) say(o_.common.quiet, "wrote " + output);
}

int SolveRun::run() {
  parse_source(o_.quark.source);
  quark_parameters(o_.quark);
  const auto path = find_input(o_.quark.file);
  path_ = path.string();
  const Configuration u = fitting_configuration(setup_, o_.quark, path);
  // Killed at once it would leave what it has written so far under a name that nobody looks for.
  if (!o_.output.empty()) catch_signals();
  try {
    if (is_staggered(o_.quark))
      solve<HalfColourField>(u);
    else
      solve<HalfSpinorField>(u);
  } catch (const Interrupted&) {
    warn(fmt::format("stopped by signal {}; no file is written", caught_signal()));
    return 128 + caught_signal();
  }
  return int(Status::done);
}

}  // namespace

Command solve_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("solve", "quark propagators: M x = b for a source, checked in double precision");
  auto o = std::make_shared<SolveOptions>();
  add_quark_options(
      *table, o->quark, o->common,
      "point:x,y,z,t, gaussian:x,y,z,t:radius, wall:t, z2:seed[:t], z2xz2:seed[:t], volume or file:PATH",
      true);
  const std::string files = "Columns and files";
  table
      ->add_option("--columns", o->columns,
                   "columns: of a point or Gaussian its first spin-colour components, all unless given; of "
                   "others 1 (no "
                   "dilution), 3 "
                   "(colour), 4 (spin) or 12 (both)")
      ->type_name("COUNT")
      ->check(above_zero())
      ->group(files);
  table
      ->add_option("--output", o->output,
                   "where to write the solutions (SciDAC); of several masses each in a "
                   "file, of x.lime in x-mass0.01.lime")
      ->type_name("PATH")
      ->group(files);
  table->add_option("--precision-of-file", o->precision_of_file, "bits of a number in it: 32 or 64")
      ->type_name("BITS")
      ->capture_default_str()
      ->check(one_of({"32", "64"}))
      ->group(files);
  add_common(*table, o->common);
  table->footer(
      "Several masses of staggered quarks are solved for by one conjugate gradient with shifts, then each on "
      "its own to its\n"
      "true residual; `iterations` of a mass has in it those that all share. --inner double leaves least to "
      "do for each.\n"
      "A solve that fails ends with status 5, the best residual in its message, and writes no file.\n"
      "Example:  glueball solve assets/configurations/quickstart.ildg --action wilson --kappa 0.14 --source "
      "point:0,0,0,0");
  return {table, o->common, [o](Setup& setup) {
            o->quark.common = &o->common;
            return SolveRun(*o, setup).run();
          }};
}

}  // namespace glueball::app
