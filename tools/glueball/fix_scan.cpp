#include "fix_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/exit_status.hpp"
#include "app/graph_plot.hpp"
#include "app/progress.hpp"
#include "app/ranks.hpp"
#include "app/signals.hpp"
#include "base/error.hpp"
#include "base/read_number.hpp"
#include "fix/fixing.hpp"
#include "hdf5_output.hpp"
#include "kernel_specs/tuning.hpp"
#include "measure/statistics.hpp"
#include "options/files.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

using ScanJson = nlohmann::ordered_json;

constexpr std::size_t kMostValues = 1000;

[[noreturn]] void refuse_scan(const std::string& text, const std::string& what) {
  throw Error(ErrorKind::bad_value, fmt::format("--scan {}: {}", text, what),
              "write NAME=FIRST:LAST:STEP or NAME=A,B,C, with omega, p, alpha or momentum");
}

std::vector<double> numbers_of(const std::string& text, const std::string& list, char between) {
  std::vector<double> all;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(between, begin), list.size());
    const std::string word = list.substr(begin, end - begin);
    double x = 0;
    if (!read_number(word, x) || !std::isfinite(x)) refuse_scan(text, "'" + word + "' is no number");
    all.push_back(x);
    begin = end + 1;
  }
  return all;
}

/// One value, and the results of the files.
struct ScanPoint {
  double value = 0;
  std::vector<double> iterations{};  ///< iterations of the files that converged
  std::size_t files = 0;

  bool reached() const { return files > 0 && iterations.size() == files; }
  Estimate mean() const {
    const Estimate e = binned_jackknife(iterations);
    return {e.mean, std::isfinite(e.error) ? e.error : 0};
  }
};

struct ScanCurve {
  FixScan scan;
  std::vector<ScanPoint> points{};
};

class ScanCommand {
 public:
  ScanCommand(const FixOptions& o, Setup& setup)
      : o_(o), setup_(setup), plots_(o.plots, o.common.force), hdf5_(o.hdf5, o.common.force) {
    for (const std::string& text : o.scans) {
      ScanCurve& curve = curves_.emplace_back(ScanCurve{FixScan::parse(text)});
      for (const double value : curve.scan.values) {
        curve.scan.with(o_, value).parameters.check();
        curve.scan.with(o_, value).fixing().check();
        curve.points.push_back({.value = value});
      }
    }
  }
  int run();

 private:
  void fix(const std::string& path);
  /// Returns false if a signal stopped it.
  bool fix(const std::string& path, const Configuration& u, const LatticeOptions& options,
           const FixScan& scan, ScanPoint& point);
  void report() const;
  Graph graph() const;
  bool stops() const { return on_any_rank(caught_signal() != 0); }

  const FixOptions& o_;
  Setup& setup_;
  GraphPlots plots_;
  Hdf5Output hdf5_;
  std::string checksum_;  ///< checksum of the present file
  std::vector<ScanCurve> curves_;
};

void ScanCommand::fix(const std::string& path) {
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  LatticeOptions options = setup_.options();
  options.precision = gpu::Precision::single;  // each stage has its own
  options.ghosts = 1;
  std::vector<MemoryNeed> needs;
  for (const ScanCurve& curve : curves_)
    needs.push_back(
        fix_memory(setup_.info(), options, curve.scan.with(o_, curve.scan.values.front()).fixing()));
  Configuration u = setup_.read_part(path, read, needs, options, o_.hdf5.wanted() ? &checksum_ : nullptr);
  for (Matrix3& link : u.links()) link = reunitarized(link);
  options = setup_.tuned(u.geometry(),
                         {.workload = &kernel_specs::fixing_benchmark(o_.fixing().gauge),
                          .images = o_.common.precision == "single",
                          .two_per_site = false},
                         options);
  options.precision = gpu::Precision::single;
  for (ScanCurve& curve : curves_)
    for (ScanPoint& point : curve.points)
      if (stops() || !fix(path, u, options, curve.scan, point)) return;
}

bool ScanCommand::fix(const std::string& path, const Configuration& u, const LatticeOptions& options,
                      const FixScan& scan, ScanPoint& point) {
  const FixParameters parameters = scan.with(o_, point.value).fixing();
  GaugeFixing fixing(setup_.device(), options, u, parameters);
  Transformation g = unit_transformation(u.geometry());
  FixPoint at;
  double theta = 0, functional = 0;
  Progress progress(1, o_.common.quiet);
  const auto observe = [&](const GaugeFixing::Report& report) {
    theta = theta_of(parameters, parameters.gauge, report.state);
    functional = report.state.functional;
    progress.update(0, fmt::format("{} {:g}, iteration {}, theta {:.2e}", scan.parameter, point.value,
                                   report.at.iterations, theta));
    return !stops();
  };
  auto end = GaugeFixing::End::too_long;
  try {
    end = fixing.run(g, at, observe);
  } catch (const Error& error) {  // a value that diverges is a row of the table
    if (error.kind() != ErrorKind::not_converged) throw;
  }
  progress.clear();
  if (end == GaugeFixing::End::stopped) return false;
  const bool reached = end == GaugeFixing::End::converged;
  ++point.files;
  if (reached) point.iterations.push_back(double(at.iterations));
  if (hdf5_) {
    Hdf5Row row =
        hdf5_origin(path, checksum_) + Hdf5Row{{"parameter", scan.parameter}, {"value", point.value}};
    if (reached) row.push_back({"iterations", std::int64_t(at.iterations)});
    hdf5_.append("scan",
                 row + Hdf5Row{{"theta", theta}, {"functional", functional}, {"seconds", at.seconds}});
  }
  if (o_.common.json)
    fmt::print("{}\n", json_line({{"file", path},
                                  {"scan", scan.parameter},
                                  {"value", point.value},
                                  {"iterations", reached ? ScanJson(at.iterations) : ScanJson()},
                                  {"theta", theta},
                                  {"functional", functional},
                                  {"seconds", at.seconds}}));
  else
    fmt::print("{}  {} {:<6g} {:>16}  theta {:.2e}  functional {:.9f}  {:.2f} s\n", path, scan.parameter,
               point.value, reached ? fmt::format("{} iterations", at.iterations) : "not reached", theta,
               functional, at.seconds);
  std::fflush(stdout);
  return true;
}

void ScanCommand::report() const {
  for (const ScanCurve& curve : curves_) {
    if (!o_.common.json)
      fmt::print("\n{:>8} {:>12} {:>8} {:>8}\n", curve.scan.parameter, "iterations", "error", "reached");
    for (const ScanPoint& point : curve.points) {
      if (point.files == 0) continue;  // a signal came before it
      const Estimate mean = point.reached() ? point.mean() : Estimate{};
      const bool error = point.reached() && point.files > 1;
      const auto number = [](bool known, double x) { return known ? ScanJson(x) : ScanJson(); };
      if (o_.common.json)
        fmt::print("{}\n", json_line({{"summary",
                                       {{"scan", curve.scan.parameter},
                                        {"value", point.value},
                                        {"iterations", number(point.reached(), mean.mean)},
                                        {"error", number(error, mean.error)},
                                        {"reached", point.iterations.size()},
                                        {"files", point.files}}}}));
      else
        fmt::print("{:>8g} {:>12} {:>8} {:>5}/{}\n", point.value,
                   point.reached() ? fmt::format("{:.1f}", mean.mean) : "not reached",
                   error ? fmt::format("{:.1f}", mean.error) : "-", point.iterations.size(), point.files);
    }
  }
}

Graph ScanCommand::graph() const {
  Graph g{
      fmt::format("Iterations to theta {:g}, {} gauge", o_.parameters.theta, o_.gauge), "", "iterations", {}};
  double highest = 0;
  for (const ScanCurve& curve : curves_) {
    g.x_label += (g.x_label.empty() ? "" : ", ") + curve.scan.parameter;
    Curve& points = g.curves.emplace_back(Curve{.name = curve.scan.parameter, .x = {}, .y = {}});
    for (const ScanPoint& point : curve.points) {
      if (!point.reached()) continue;
      points.x.push_back(point.value);
      points.y.push_back(point.mean().mean);
      points.errors.push_back(point.mean().error);
      highest = std::max(highest, points.y.back() + points.errors.back());
    }
  }
  std::erase_if(g.curves, [](const Curve& curve) { return curve.x.empty(); });
  if (g.curves.empty())
    throw Error(ErrorKind::not_converged, "--plot: no value brings the files to the gauge",
                "give more --max-iterations");
  // Marks of values without a number are drawn above all numbers.
  Curve missed{.name = fmt::format("not in {}", o_.parameters.max_iterations), .x = {}, .y = {}};
  for (const ScanCurve& curve : curves_)
    for (const ScanPoint& point : curve.points)
      if (!point.reached()) missed.x.push_back(point.value);
  std::ranges::sort(missed.x);
  missed.y.assign(missed.x.size(), 1.1 * highest);
  missed.errors.assign(missed.x.size(), 0);
  if (!missed.x.empty()) g.curves.push_back(std::move(missed));
  return g;
}

int ScanCommand::run() {
  catch_signals();
  setup_.device();
  if (hdf5_) hdf5_.begin(setup_.provenance(setup_.options(), o_.parameters.seed));
  hdf5_.set("scan", {"gauge", o_.gauge});
  for_each_file(o_.files, [&](const std::string& path) {
    if (!stops()) fix(path);
  });
  report();
  if (stops()) {
    warn(fmt::format("stopped by signal {}; what is printed is good", caught_signal()));
    return 128 + caught_signal();
  }
  setup_.validate();
  hdf5_.finish(o_.common.quiet || o_.common.json);
  if (!plots_.empty()) plots_.write(graph(), o_.common.quiet || o_.common.json);
  return int(Status::done);
}

}  // namespace

FixScan FixScan::parse(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) refuse_scan(text, "it has no =");
  FixScan scan{.parameter = text.substr(0, equals), .values = {}};
  if (scan.parameter != "omega" && scan.parameter != "p" && scan.parameter != "alpha" &&
      scan.parameter != "momentum")
    refuse_scan(text, "'" + scan.parameter + "' is no parameter of an iteration");
  const std::string list = text.substr(equals + 1);
  if (list.find(':') == std::string::npos) {
    scan.values = numbers_of(text, list, ',');
    return scan;
  }
  const auto ends = numbers_of(text, list, ':');
  if (ends.size() != 3 || !(ends[2] > 0) || !(ends[1] >= ends[0]))
    refuse_scan(text, "a range has a first, a last and a step above 0");
  const double steps = std::floor((ends[1] - ends[0]) / ends[2] + 1e-9);
  if (!(steps < double(kMostValues))) refuse_scan(text, fmt::format("more than {} values", kMostValues));
  for (int n = 0; n <= int(steps); ++n)
    scan.values.push_back(std::round(1e9 * (ends[0] + n * ends[2])) / 1e9);
  return scan;
}

FixOptions FixScan::with(const FixOptions& o, double value) const {
  FixOptions one = o;
  if (parameter == "omega") {
    one.method = "or";
    one.parameters.omega = value;
  } else if (parameter == "p") {
    one.method = "sr";
    one.parameters.chance = value;
  } else {
    one.method = "fourier";
    (parameter == "alpha" ? one.parameters.alpha : one.parameters.momentum) = value;
  }
  return one;
}

int run_scan(const FixOptions& options, Setup& setup) { return ScanCommand(options, setup).run(); }

}  // namespace glueball::app
