#include "solve_report.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "multigrid_report.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

/// Writes the columns for several masses.
std::string of_masses(bool several, const std::string& mass, const std::string& shared) {
  return several ? fmt::format(" {:>8} {:>6}", mass, shared) : std::string();
}

}  // namespace

SolveResult own_part(const SolveRecord& record) {
  SolveResult own = record.result;
  if (record.nth_mass > 0) own.iterations -= own.shared;
  return own;
}

void SolveReport::head(int compared) {
  compared_ = std::size_t(compared);
  if (json_) return;
  fmt::print("{:>6} {:>4} {:>6}{} {:>10} {:>8} {:>10} {:>10} {:>9} {:>9}  {}\n", "column", "spin", "colour",
             of_masses(several(), "mass", "shared"), "iterations", "restarts", "residual", "true", "seconds",
             "GFLOP/s", "|x|^2");
}

void SolveReport::row(const SolveRecord& row) {
  const SolveResult& r = row.result;
  total_.add(own_part(row));
  if (first_.columns < compared_) first_.add(own_part(row));
  norm2_ += row.norm2;
  const double gflops = r.seconds > 0 ? r.flops / r.seconds * 1e-9 : 0;
  if (json_) {
    nlohmann::ordered_json line = {{"column", row.column}};
    if (row.label.spin) line["spin"] = *row.label.spin;
    if (row.label.colour) line["colour"] = *row.label.colour;
    if (has_mass(quark_)) line["mass"] = row.mass;
    line["iterations"] = r.iterations;
    if (several()) line["shared_iterations"] = r.shared;
    line.update({{"solver", to_string(r.method)},
                 {"restarts", r.restarts},
                 {"residual", r.residual},
                 {"residual_true", r.residual_full},
                 {"seconds", r.seconds},
                 {"gflops", gflops},
                 {"solution_norm2", row.norm2},
                 {"block", r.block},
                 {"history", r.history}});
    if (r.set_up) line["multigrid"] = multigrid_json(*r.set_up);
    fmt::print("{}\n", json_line(line));
  } else {
    const auto cell = [](const std::optional<int>& k) {
      return k ? fmt::format("{}", *k) : std::string("-");
    };
    fmt::print("{:>6} {:>4} {:>6}{} {:>10} {:>8} {:>10.2e} {:>10.2e} {:>9.2f} {:>9.2f}  {:.12g}\n",
               row.column, cell(row.label.spin), cell(row.label.colour),
               of_masses(several(), fmt::format("{}", row.mass), fmt::format("{}", r.shared)), r.iterations,
               r.restarts, r.residual, r.residual_full, r.seconds, gflops, row.norm2);
  }
  std::fflush(stdout);
}

void SolveReport::total(const SolveHead& head) const {
  const SolveTotal& t = total_;
  std::optional<DeflationGain> gain;
  if (head.undeflated) gain = DeflationGain{*head.undeflated, first_};
  if (!json_) {
    fmt::print("{:>6} {:>4} {:>6}{} {:>10} {:>8} {:>10.2e} {:>10.2e} {:>9.2f} {:>9.2f}  {:.12g}\n", "total",
               "", "", of_masses(several(), "", ""), t.iterations, t.restarts, t.residual, t.residual_full,
               t.seconds, t.gflops(), norm2_);
    if (t.set_up) fmt::print("{}\n", multigrid_text(*t.set_up));
    fmt::print("{}", deflation_text(head.deflation, gain));
    return;
  }
  nlohmann::ordered_json line = {{"file", head.file},     {"lattice", head.geometry.extents()},
                                 {"device", head.device}, {"action", quark_.action},
                                 {"source", head.source}, {"columns", head.columns}};
  if (several()) line["masses"] = quark_.masses;
  line.update({{"iterations", t.iterations},
               {"restarts", t.restarts},
               {"residual", t.residual},
               {"residual_true", t.residual_full},
               {"seconds", t.seconds},
               {"gflops", t.gflops()},
               {"solution_norm2", norm2_},
               {"device_bytes", head.device_bytes}});
  if (t.set_up) line["multigrid"] = multigrid_json(*t.set_up);
  if (head.deflation) line["deflation"] = deflation_json(head.deflation, gain);
  for (const auto& [name, value] : head.more)
    std::visit([&, key = name](const auto& number) { line[key] = number; }, value);
  if (several() && !head.outputs.empty())
    line["outputs"] = head.outputs;
  else if (!head.outputs.empty())
    line["output"] = head.outputs.front();
  fmt::print("{}\n", json_line(line));
}

}  // namespace glueball::app
