// glueball solve: quark propagators M^-1 b of a configuration, written as SciDAC files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <type_traits>

#include "app/hints.hpp"
#include "app/option_needs.hpp"
#include "app/paths.hpp"
#include "app/ranks.hpp"
#include "app/signals.hpp"
#include "app/validators.hpp"
#include "command.hpp"
#include "hdf5_output.hpp"
#include "hdf5_quarks.hpp"
#include "options/deflation.hpp"
#include "options/files.hpp"
#include "options/overlap_quarks.hpp"
#include "outputs.hpp"
#include "run/provenance.hpp"
#include "run/solve_run.hpp"
#include "solve_report.hpp"

namespace glueball::app {
namespace {

struct SolveOptions {
  CommonOptions common;
  QuarkOptions quark;
  int columns = 0;
  std::string output;
  int precision_of_file = 64;
  bool compare = false;
  Hdf5Options hdf5;
};

/// Returns the output for one of several masses: x.lime becomes x-mass0.1.lime.
std::string path_of_mass(const std::string& output, double mass) {
  const std::filesystem::path path(output);
  return (path.parent_path() /
          fmt::format("{}-mass{}{}", path.stem().string(), mass, path.extension().string()))
      .string();
}

class SolveCommand {
 public:
  SolveCommand(const SolveOptions& options, Setup& setup)
      : o_(options),
        setup_(setup),
        report_(o_.quark, o_.common.json),
        hdf5_(options.hdf5, options.common.force) {}
  int run();

 private:
  template <class OneParity>
  void solve(const Configuration& u, const SolveSettings& s);

  bool several() const { return o_.quark.masses.size() > 1; }
  SolveSettings settings(const SourceSpec& source) const;
  std::vector<SolutionFile> files(const std::string& source) const;
  std::string origin(const QuarkOptions& quark, const std::string& source) const;

  const SolveOptions& o_;
  Setup& setup_;
  SolveReport report_;
  std::string path_;
  Hdf5Output hdf5_;
};

/// Returns the description in a file of solutions.
std::string SolveCommand::origin(const QuarkOptions& quark, const std::string& source) const {
  const char* m = is_overlap(quark)          ? "[(1 + m) + (1 - m) gamma5 sgn(H)] / 2"
                  : is_staggered(quark)      ? "m + D"
                  : quark.action == "clover" ? "T + 2 i kappa mu gamma5 - kappa H"
                                             : "1 + 2 i kappa mu gamma5 - kappa H";
  return fmt::format("{}; source {}; x of M x = b, M = {}; configuration {}; tolerance {:g}; glueball {}; {}",
                     describe(quark), source, m, path_, quark.tolerance, version(), utc_time());
}

std::vector<SolutionFile> SolveCommand::files(const std::string& source) const {
  if (o_.output.empty()) return {};
  if (!several()) return {{o_.output, origin(o_.quark, source)}};
  std::vector<SolutionFile> all;
  for (const double mass : o_.quark.masses) {
    QuarkOptions one = o_.quark;
    one.mass = mass;
    one.masses = {mass};
    all.push_back({path_of_mass(o_.output, mass), origin(one, source)});
  }
  return all;
}

SolveSettings SolveCommand::settings(const SourceSpec& source) const {
  SolveSettings s{.quark = is_overlap(o_.quark) ? QuarkParameters() : quark_parameters(o_.quark),
                  .masses = is_overlap(o_.quark) ? overlap_masses(o_.quark) : o_.quark.masses,
                  .source = source,
                  .columns = o_.columns,
                  .ignore_checksum = o_.quark.ignore_checksum,
                  .files = files(source.to_string()),
                  .precision_of_file = o_.precision_of_file,
                  .force = o_.common.force};
  std::vector<std::string> inputs{path_, o_.quark.deflate};
  if (s.source.kind == SourceKind::file) {
    s.source.path = find_input(source.path).string();
    inputs.push_back(s.source.path);
  }
  Outputs outputs(o_.common, inputs);
  for (const SolutionFile& file : s.files) outputs.file("--output", file.path);
  outputs.file("--hdf5", o_.hdf5.path);
  return s;
}

template <class OneParity>
void SolveCommand::solve(const Configuration& u, const SolveSettings& s) {
  const Geometry g = u.geometry().whole();
  const std::string source = parse_source(o_.quark.source).to_string();
  SolveRun<OneParity> run(u, s);
  say(o_.common.quiet, fmt::format("solve on {}, lattice {}: {}, source {}", device_words(setup_.info()),
                                   g.to_string(), describe(o_.quark), source));
  SolveProgress progress(std::size_t(run.columns()), o_.quark.tolerance, o_.common.quiet);
  std::unique_ptr<OverlapQuarks> overlap;
  SolveDeflation deflation;
  std::optional<SolveTotal> without;
  if constexpr (std::is_same_v<OneParity, ParitySpinorField>) {
    if (is_overlap(o_.quark)) {
      overlap = std::make_unique<OverlapQuarks>(setup_, u, s.domain, o_.quark, progress);
      run.prepare(overlap->solver());
    }
  }
  if (!overlap) {
    SolverOptions options = solver_options(o_.quark, progress);
    options.domain = s.domain;
    deflation = find_deflation(setup_.device(), u, o_.quark, s.domain);
    options.low_modes = deflation.modes;
    run.prepare(setup_.device(), options);
    options.low_modes.reset();
    deflation.modes.reset();
    if (o_.compare) {
      without.emplace();
      for (const SolveRecord& record : run.undeflated()) without->add(own_part(record));
      progress.clear();
    }
  }
  if (hdf5_) {
    hdf5_.begin(setup_.provenance(setup_.options(), 0));
    for (const io::Hdf5Attribute& a : hdf5_quark(o_.quark)) hdf5_.set("solves", a);
    for (const io::Hdf5Column& c : hdf5_origin(path_, u)) hdf5_.set("solves", {c.name, c.value});
  }
  report_.head(without ? int(without->columns) : 0);
  run.solve([&](const SolveRecord& record) {
    progress.clear();
    report_.row(record);
    if (hdf5_) hdf5_.append("solves", hdf5_row(record));
    if (record.nth_mass + 1 == run.masses()) progress.column_done();
  });
  progress.clear();
  SolveHead head{
      .file = path_, .device = setup_.info().id(), .source = source, .geometry = g, .columns = run.columns()};
  if (overlap) head.more = overlap->numbers();
  setup_.validate();
  run.finish();
  for (const SolutionFile& file : s.files) head.outputs.push_back(file.path);
  head.device_bytes = setup_.device().peak();
  head.deflation = deflation;
  head.undeflated = without;
  report_.total(head);
  if (overlap && !o_.common.json)
    for (const std::string& line : overlap->lines()) fmt::print("{}\n", line);
  hdf5_.finish(o_.common.quiet || o_.common.json);
  for (const std::string& output : head.outputs) say(o_.common.quiet, "wrote " + output);
}

int SolveCommand::run() {
  const auto path = find_input(o_.quark.file);
  path_ = path.string();
  const SourceSpec source = parse_source(o_.quark.source);
  if (o_.columns != 0) check_columns(source, is_staggered(o_.quark) ? 3 : 12, o_.columns);
  SolveSettings s = settings(source);
  warn_of_quark(o_.quark);
  const Configuration u = is_overlap(o_.quark) ? overlap_links(setup_, o_.quark, path, &s.domain)
                                               : fitting_configuration(setup_, o_.quark, path, &s.domain);
  // A program that is killed at once would leave its data under a temporary name.
  if (!o_.output.empty()) catch_signals();
  try {
    if (is_staggered(o_.quark))
      solve<ParityColourField>(u, s);
    else
      solve<ParitySpinorField>(u, s);
  } catch (const Interrupted&) {
    let_first_rank_tell();
    warn(fmt::format("stopped by signal {}; no file is written", caught_signal()));
    return end_ranks(128 + caught_signal());
  }
  return int(Status::done);
}

}  // namespace

Command solve_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("solve", "quark propagators: M x = b for a source, checked in double precision");
  auto o = std::make_shared<SolveOptions>();
  add_overlap_options(*table, o->quark);
  add_quark_options(
      *table, o->quark, o->common,
      "point:x,y,z,t, gaussian:x,y,z,t:radius, wall:t, z2:seed[:t], z2xz2:seed[:t], volume or file:PATH",
      Lists::masses);
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
  declare_hdf5(*table, o->hdf5, files);
  table
      ->add_flag("--deflate-compare", o->compare,
                 "solve for the first column, or block of them, without --deflate as well, and say what it "
                 "gains")
      ->group("Solver");
  acts_with(*table, {"--precision-of-file"}, "--output");
  acts_with(*table, {"--deflate-compare"}, "--deflate");
  add_common(*table, o->common, kAllFlags);
  acts_with(*table, {"--force"}, "--output or --hdf5");
  add_solver_needs(*table, o->quark);
  table->footer(
      "Several masses of staggered quarks are solved for by one conjugate gradient with shifts, then each on "
      "its own to its true residual; `iterations` of a mass has in it those that all share. --inner double "
      "leaves least to do for each. Eigenvectors (--deflate) are taken off residuals at the start and each "
      "time these have fallen by some digits; those of one mass serve all masses of staggered quarks, and "
      "--solver cg gains most. A file of another quark or configuration is refused. Overlap quarks have x of "
      "D(m) x = b, D(m) = [(1 + m) + (1 - m) gamma5 sgn(H)] / 2, H = gamma5 (D_W - M0); their residuals are "
      "of D(m), `iterations` sign functions, GFLOP/s those of hops. A solve that fails ends with status 5, "
      "the best residual in its message, and writes no file.\nExample:  glueball solve "
      "assets/configurations/quickstart.ildg --kappa 0.14 --source point:0,0,0,0");
  return {table, o->common,
          [o](Setup& setup) {
            o->quark.common = &o->common;
            return SolveCommand(*o, setup).run();
          },
          true};
}

}  // namespace glueball::app
