// glueball solve: quark propagators M^-1 b of a configuration, written as SciDAC files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/open.hpp"
#include "app/paths.hpp"
#include "app/provenance.hpp"
#include "app/validators.hpp"
#include "command.hpp"
#include "quark_options.hpp"
#include "reference/norm2.hpp"

namespace glueball::app {
namespace {

struct SolveOptions {
  CommonOptions common;
  QuarkOptions quark;
  int columns = 0;
  std::string output;
  int precision_of_file = 64;
};

/// The columns to solve for, made one at a time.
template <class Half>
class Columns {
 public:
  Columns(const SolveOptions& o, const Geometry& g) : source_(parse_source(o.quark.source)), geometry_(g) {
    check_source(source_, g);
    if (source_.kind == SourceKind::file) {
      if (o.columns != 0) check_columns(source_, kComponents<Half>, o.columns);
      open(o);
      count_ = int(file_->columns());
    } else {
      count_ = o.columns != 0 ? o.columns : is_local(source_) ? kComponents<Half> : 1;
      check_columns(source_, kComponents<Half>, count_);
    }
  }

  int count() const { return count_; }
  const SourceSpec& source() const { return source_; }

  io::QuarkColumn label(int n) const {
    if (file_) return file_->column(std::size_t(n));
    const bool spin = kComponents<Half> == 12;
    if (is_local(source_) || count_ == 12)
      return {.spin = spin ? std::optional(n / 3) : std::nullopt, .colour = n % 3};
    if (count_ == 4) return {.spin = n};
    if (count_ == 3) return {.colour = n};
    return {};
  }

  FullQuarkField<Half> make(int n) const {
    if (!file_) return make_source<Half>(source_, geometry_, n, count_);
    FullQuarkField<Half> b;
    file_->read(std::size_t(n), b, ignore_checksum_);
    return b;
  }

 private:
  void open(const SolveOptions& o) {
    file_ = std::make_unique<io::QuarkFieldSource>(find_input(source_.path));
    ignore_checksum_ = o.quark.ignore_checksum;
    const std::string name = file_->path().string();
    if (!(file_->geometry() == geometry_))
      throw Error(Status::bad_input,
                  fmt::format("{}: a source on {} where the configuration is {}", name,
                              file_->geometry().to_string(), geometry_.to_string()),
                  "give a source of the configuration's size");
    if (file_->kind() != io::kKindOf<Half>)
      throw Error(Status::bad_input,
                  fmt::format("{}: {} where --action {} needs {}", name,
                              kComponents<Half> == 12 ? "colour vectors" : "Dirac spinors", o.quark.action,
                              kComponents<Half> == 12 ? "Dirac spinors" : "colour vectors"),
                  "give another source or --action");
  }

  SourceSpec source_;
  Geometry geometry_;
  int count_ = 0;
  std::unique_ptr<io::QuarkFieldSource> file_;
  bool ignore_checksum_ = false;
};

class SolveRun {
 public:
  explicit SolveRun(const SolveOptions& options) : o_(options) {}
  int run();

 private:
  template <class Half>
  void solve(const Configuration& u);
  std::string origin(const std::string& source) const;
  void report(int column, const io::QuarkColumn& label, const SolveResult& result, double norm2) const;
  void report_total(const Geometry& g, const std::string& source, double norm2) const;

  const SolveOptions& o_;
  std::string path_;
  std::unique_ptr<gpu::Device> device_;
  SolveTotal total_;
};

/// What a file of solutions says of itself.
std::string SolveRun::origin(const std::string& source) const {
  const char* m = o_.quark.action == "staggered" ? "m + D"
                  : o_.quark.action == "clover"  ? "T + 2 i kappa mu gamma5 - kappa H"
                                                 : "1 + 2 i kappa mu gamma5 - kappa H";
  return fmt::format("{}; source {}; x of M x = b, M = {}; configuration {}; tolerance {:g}; glueball {}; {}",
                     describe(o_.quark), source, m, path_, o_.quark.tolerance, version(), utc_time());
}

void SolveRun::report(int column, const io::QuarkColumn& label, const SolveResult& r, double norm2) const {
  const double gflops = r.seconds > 0 ? r.flops / r.seconds * 1e-9 : 0;
  if (o_.common.json) {
    nlohmann::ordered_json line = {{"column", column}};
    if (label.spin) line["spin"] = *label.spin;
    if (label.colour) line["colour"] = *label.colour;
    line.update({{"iterations", r.iterations},
                 {"restarts", r.restarts},
                 {"residual", r.residual},
                 {"residual_true", r.residual_full},
                 {"seconds", r.seconds},
                 {"gflops", gflops},
                 {"solution_norm2", norm2},
                 {"block", r.block},
                 {"history", r.history}});
    fmt::print("{}\n", line.dump());
  } else {
    const auto cell = [](const std::optional<int>& k) {
      return k ? fmt::format("{}", *k) : std::string("-");
    };
    fmt::print("{:>6} {:>4} {:>6} {:>10} {:>8} {:>10.2e} {:>10.2e} {:>9.2f} {:>9.2f}  {:.12g}\n", column,
               cell(label.spin), cell(label.colour), r.iterations, r.restarts, r.residual, r.residual_full,
               r.seconds, gflops, norm2);
  }
  std::fflush(stdout);
}

void SolveRun::report_total(const Geometry& g, const std::string& source, double norm2) const {
  const SolveTotal& t = total_;
  if (!o_.common.json) {
    fmt::print("{:>6} {:>4} {:>6} {:>10} {:>8} {:>10.2e} {:>10.2e} {:>9.2f} {:>9.2f}  {:.12g}\n", "total", "",
               "", t.iterations, t.restarts, t.residual, t.residual_full, t.seconds, t.gflops(), norm2);
    return;
  }
  nlohmann::ordered_json line = {{"file", path_},
                                 {"lattice", g.extents()},
                                 {"device", device_->info().id()},
                                 {"action", o_.quark.action},
                                 {"source", source},
                                 {"columns", t.columns},
                                 {"iterations", t.iterations},
                                 {"restarts", t.restarts},
                                 {"residual", t.residual},
                                 {"residual_true", t.residual_full},
                                 {"seconds", t.seconds},
                                 {"gflops", t.gflops()},
                                 {"solution_norm2", norm2},
                                 {"device_bytes", device_->peak()}};
  if (!o_.output.empty()) line["output"] = o_.output;
  fmt::print("{}\n", line.dump());
}

template <class Half>
void SolveRun::solve(const Configuration& u) {
  const Geometry& g = u.geometry();
  const Columns<Half> columns(o_, g);
  std::optional<io::QuarkFieldSink> sink;
  const std::string source = columns.source().to_string();
  if (!o_.output.empty())
    sink.emplace(o_.output, g, io::kKindOf<Half>,
                 io::QuarkWriteOptions{
                     .precision = o_.precision_of_file, .force = o_.common.force, .info = origin(source)});
  say(o_.common.quiet, fmt::format("solve on {} {}, lattice {}: {}, source {}", device_->info().id(),
                                   device_->info().name, g.to_string(), describe(o_.quark), source));
  SolveProgress progress(std::size_t(columns.count()), o_.quark.tolerance, o_.common.quiet);
  const auto solver = make_solver<Half>(*device_, u, o_.quark, progress);
  if (!o_.common.json)
    fmt::print("{:>6} {:>4} {:>6} {:>10} {:>8} {:>10} {:>10} {:>9} {:>9}  {}\n", "column", "spin", "colour",
               "iterations", "restarts", "residual", "true", "seconds", "GFLOP/s", "|x|^2");
  double sum = 0;
  for (int first = 0, share = solver->share(columns.count()); first < columns.count(); first += share) {
    std::vector<FullQuarkField<Half>> b;
    for (int n = first; n < std::min(first + share, columns.count()); ++n) b.push_back(columns.make(n));
    std::vector<FullQuarkField<Half>> x(b.size());
    const std::vector<SolveResult> results = solver->solve_all(b, x);
    progress.clear();
    for (std::size_t k = 0; k < x.size(); ++k) {
      const int n = first + int(k);
      const double norm2 = reference::norm2(x[k][0]) + reference::norm2(x[k][1]);
      sum += norm2;
      total_.add(results[k]);
      report(n, columns.label(n), results[k], norm2);
      if (sink) sink->write(x[k], columns.label(n));
      progress.column_done();
    }
  }
  progress.clear();
  if (device_->messages() > 0)
    throw Error(Status::device, fmt::format("{} validation messages", device_->messages()), "see stderr");
  if (sink) sink->finish();
  report_total(g, source, sum);
  if (sink) say(o_.common.quiet, "wrote " + o_.output);
}

int SolveRun::run() {
  parse_source(o_.quark.source);
  quark_parameters(o_.quark);
  const auto path = find_input(o_.quark.file);
  path_ = path.string();
  device_ = open_device(o_.common);
  const Configuration u = fitting_configuration(device_->info(), o_.quark, path);
  if (is_staggered(o_.quark))
    solve<HalfColourField>(u);
  else
    solve<HalfSpinorField>(u);
  return int(Status::done);
}

}  // namespace

Command solve_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("solve", "quark propagators: M x = b for a source, checked in double precision");
  auto o = std::make_shared<SolveOptions>();
  add_quark_options(
      *table, o->quark, o->common,
      "point:x,y,z,t, gaussian:x,y,z,t:radius, wall:t, z2:seed[:t], z2xz2:seed[:t], volume or file:PATH");
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
  table->add_option("--output", o->output, "where to write the solutions (SciDAC)")
      ->type_name("PATH")
      ->group(files);
  table->add_option("--precision-of-file", o->precision_of_file, "bits of a number in it: 32 or 64")
      ->type_name("BITS")
      ->capture_default_str()
      ->check(one_of({"32", "64"}))
      ->group(files);
  add_common(*table, o->common);
  table->footer(
      "A solve that fails ends with status 5, the best residual in its message, and writes no file.\n"
      "Example:  glueball solve assets/configurations/quickstart.ildg --action wilson --kappa 0.14 --source "
      "point:0,0,0,0");
  return {table, [o] {
            o->quark.common = &o->common;
            return SolveRun(*o).run();
          }};
}

}  // namespace glueball::app
