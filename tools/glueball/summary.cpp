// glueball summary: a second look at runs of heatbath and hmc.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/config_file.hpp"
#include "app/measure_report.hpp"
#include "app/option_needs.hpp"
#include "app/plot_file.hpp"
#include "app/progress.hpp"
#include "app/same_run.hpp"
#include "base/nearest.hpp"
#include "base/read_number.hpp"
#include "command.hpp"
#include "measure/condensate.hpp"
#include "measure/equilibration.hpp"
#include "measure/observable_parameters.hpp"
#include "outputs.hpp"
#include "run/json_line.hpp"
#include "run/run_directory.hpp"
#include "run/run_history.hpp"

namespace glueball::app {
namespace {

using Json = nlohmann::ordered_json;

/// Options of a run that define the ensemble. Runs that differ in one are not averaged.
const char* const kPhysics[] = {"lattice",  "beta",  "action",       "gauge-action", "kappa",
                                "boundary", "twist", "imaginary-mu", "monomial"};

/// A run's mean must be this many of its errors away from the mean of all to be named.
constexpr double kApart = 4;

struct SummaryOptions {
  CommonOptions common;
  std::vector<std::string> directories;
  std::string thermalization = "auto", observables;
  std::string plot;
};

/// A run with the part of it that is counted.
struct ReadRun {
  std::string name, command;
  std::map<std::string, std::string> physics{};         ///< values of kPhysics
  std::map<std::string, std::vector<double>> masses{};  ///< of condensates, by their names in the history
  int thermalization = 0;                               ///< that of its options
  RunHistory history{};
  int cut = 0;              ///< first steps that are left out
  std::string chosen_by{};  ///< says what has chosen the cut
  std::vector<Summary> summaries{};
  std::vector<std::string> drifting{};

  int first_counted() const { return history.first_step + cut; }
};

/// Returns the masses of the condensates in a list of observables.
std::map<std::string, std::vector<double>> masses_of(const std::string& observables) {
  std::map<std::string, std::vector<double>> all;
  const std::string kind = "condensate";
  for (const std::string& word : CLI::detail::split(by_place(observables), ','))
    if (word.starts_with(kind + ":"))
      all[all.contains(kind) ? word + "/" + kind : kind] =
          parse_condensate(word.substr(kind.size() + 1)).masses;
  return all;
}

ReadRun read(const std::string& directory) {
  RunDirectory::require_run(directory);
  const std::string path = directory + "/config.toml";
  ReadRun run{.name = directory, .command = command_of_run(checked_text(path)), .history = {}};
  if (run.command != "hmc" && run.command != "heatbath")
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: is {}, no chain", directory,
                            run.command.empty() ? "of no command" : "a run of " + run.command),
                "give the directory of a heatbath or hmc run");
  for (const ConfigEntry& entry : read_config(path, run.command, {"level", "monomial"})) {
    if (std::ranges::find(kPhysics, entry.key) != std::end(kPhysics))
      run.physics[entry.key] += (run.physics[entry.key].empty() ? "" : "; ") + entry.value;
    if (entry.key == "observables") run.masses = masses_of(entry.value);
    if (entry.key == "thermalization") read_number(std::string_view(entry.value), run.thermalization);
  }
  run.history = run_history(directory);
  return run;
}

void require_one_ensemble(const std::vector<ReadRun>& runs) {
  for (const ReadRun& run : runs)
    for (const char* key : kPhysics) {
      const auto value = [&](const ReadRun& r) {
        const auto at = r.physics.find(key);
        return at == r.physics.end() ? std::string("none") : at->second;
      };
      if (value(run) != value(runs.front()))
        throw Error(ErrorKind::bad_value,
                    fmt::format("{}: {} is {}, in {} it is {}", run.name, key, value(run), runs.front().name,
                                value(runs.front())),
                    "give runs of one ensemble");
    }
}

/// Chooses the cut: by the option, by the run's own options, or by the plaquette.
void choose_cut(ReadRun& run, const SummaryOptions& o) {
  const RunHistory& h = run.history;
  if (o.thermalization != "auto") {
    if (!read_number(std::string_view(o.thermalization), run.cut) || run.cut < 0)
      throw Error(ErrorKind::bad_value,
                  fmt::format("--thermalization: '{}' is no number of steps", o.thermalization),
                  "give 100, say, or auto");
    run.chosen_by = "by --thermalization";
  } else if (run.thermalization > 0) {
    run.cut = run.thermalization;
    run.chosen_by = "as its config.toml says";
  } else {
    const HistorySeries* p = h.find("plaquette");
    if (p == nullptr || p->values.size() != 1) p = &h.series.front();
    const std::size_t n = settled_after(p->values.front());
    run.cut = n == 0 ? 0 : p->steps[n] - h.first_step;
    run.chosen_by = "chosen by its " + p->name;
  }
  if (run.first_counted() > h.last_step)
    throw Error(ErrorKind::bad_value,
                fmt::format("{}: no step is left of {} after the first {}", run.name,
                            h.last_step - h.first_step + 1, run.cut),
                "give a smaller --thermalization, or go on with the run");
}

std::vector<std::string> chosen_names(const SummaryOptions& o, const RunHistory& history) {
  std::vector<std::string> known;
  for (const HistorySeries& s : history.series) known.push_back(s.name);
  if (o.observables.empty()) return known;
  const auto names = CLI::detail::split(o.observables, ',');
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end())
      throw Error(ErrorKind::bad_value,
                  fmt::format("--observables: there is no '{}' in {}", name, history.file.string()),
                  did_you_mean(name, known, fmt::format("it has {}", fmt::join(known, ", "))));
  return names;
}

void summarize(ReadRun& run, const SummaryOptions& o) {
  for (const std::string& name : chosen_names(o, run.history)) {
    const HistorySeries& s = *run.history.find(name);
    if (s.before(run.first_counted()) == s.steps.size()) continue;  // measured during thermalization alone
    run.summaries.push_back(summary_of(s, run.first_counted()));
    if (s.observable && s.shape.empty() &&
        drifts(std::span(s.values.front()).subspan(s.before(run.first_counted()))))
      run.drifting.push_back(name);
  }
}

int digits_of(const std::string& name) {
  return name == "cg_iterations" || name == "steps"          ? 1
         : name.ends_with("delta_h") || name == "acceptance" ? 4
                                                             : 7;
}

/// Returns the rows of all quantities; those of condensates have their masses.
std::string rows(const ReadRun& run, const std::vector<Summary>& all, const std::string& unit,
                 bool with_window) {
  std::string text;
  for (const Summary& s : all) {
    const auto masses = run.masses.find(s.key);
    if (masses == run.masses.end() || masses->second.size() != s.estimates.size()) {
      text += summary_rows(s, unit, digits_of(s.key), with_window);
      continue;
    }
    for (std::size_t n = 0; n < s.estimates.size(); ++n)
      text += summary_row(fmt::format("{} m={}", s.key, masses->second[n]), s.estimates[n], unit,
                          digits_of(s.key), with_window);
  }
  return text;
}

std::string unit_of(const ReadRun& run) { return run.history.hmc ? "trajectories" : "steps"; }

std::string text_of(const ReadRun& run) {
  const RunHistory& h = run.history;
  std::string text = fmt::format("{}  {}, {} {} to {}{}\n{} left out at the beginning, {}; {} a step\n",
                                 run.name, run.command, unit_of(run), h.first_step, h.last_step,
                                 h.finished ? "" : ", not finished", run.cut, run.chosen_by,
                                 fmt::format("{:.3g} s", h.seconds / (h.last_step - h.first_step + 1)));
  text += rows(run, run.summaries, unit_of(run), true);
  if (h.rejected_in_a_row > 0)
    text += fmt::format("{:<24} {:>12} trajectories in a row, at most\n", "rejected", h.rejected_in_a_row);
  if (!run.drifting.empty())
    text += fmt::format(
        "still thermalising: {} drift{} after the first {} steps; go on with the run, or give a "
        "larger --thermalization\n",
        fmt::join(run.drifting, ", "), run.drifting.size() == 1 ? "s" : "", run.cut);
  if (h.torn) text += "the last line of the history is incomplete and left out\n";
  return text;
}

Json json_of(const ReadRun& run) {
  const RunHistory& h = run.history;
  Json line = {{"directory", run.name},      {"command", run.command},
               {"first_step", h.first_step}, {"last_step", h.last_step},
               {"finished", h.finished},     {"incomplete_line", h.torn},
               {"thermalization", run.cut},  {"thermalization_chosen", run.chosen_by},
               {"drifting", run.drifting},   {"seconds", h.seconds}};
  for (const auto& [name, masses] : run.masses) line[name + "_mass"] = masses;
  if (h.hmc) line["rejected_in_a_row"] = h.rejected_in_a_row;
  for (const Summary& s : run.summaries) {
    put_estimate(line, s);
    Json windows = Json::array();
    for (const SeriesEstimate& e : s.estimates) windows.push_back(e.window);
    line[s.key + "_window"] = s.shape.empty() ? windows.front() : windows;
  }
  return line;
}

/// Returns means over all runs of the quantities that each of them has.
std::vector<Summary> means(const std::vector<ReadRun>& runs) {
  std::vector<Summary> all;
  for (const Summary& first : runs.front().summaries) {
    std::vector<Summary> same;
    for (const ReadRun& run : runs)
      for (const Summary& s : run.summaries)
        if (s.key == first.key && s.shape == first.shape) same.push_back(s);
    if (same.size() == runs.size()) all.push_back(mean_of_runs(same));
  }
  return all;
}

/// Names the runs whose means differ from those of all by more than errors allow.
std::string disagreements(const std::vector<ReadRun>& runs, const std::vector<Summary>& all) {
  std::string text;
  for (const ReadRun& run : runs)
    for (const Summary& s : run.summaries)
      for (const Summary& mean : all)
        if (s.key == mean.key && s.shape.empty() && s.estimates[0].error > 0) {
          const double apart = std::abs(s.estimates[0].mean - mean.estimates[0].mean) / s.estimates[0].error;
          if (apart > kApart)
            text += fmt::format("{}: {} is {:.1f} of its errors from the mean of all runs\n", run.name, s.key,
                                apart);
        }
  return text;
}

LinePlot plot_of(const std::vector<ReadRun>& runs, const SummaryOptions& o) {
  const std::string name = chosen_names(o, runs.front().history).front();
  LinePlot plot{.title = "History of " + name, .x_label = unit_of(runs.front()), .y_label = name};
  plot.y_from_zero = false;
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const ReadRun& run : runs) {
    const HistorySeries& s = *run.history.find(name);
    Series line{.name = run.name, .points = {}, .marked = s.steps.size() < 50};
    for (std::size_t n = 0; n < s.steps.size(); ++n) {
      const double y = s.values.front()[n];
      if (!std::isfinite(y)) continue;
      line.points.push_back({double(s.steps[n]), y});
      low = std::min(low, y), high = std::max(high, y);
    }
    if (line.points.empty())
      throw Error(ErrorKind::bad_file,
                  fmt::format("--plot: no value of {} in {} is a number", name, run.name),
                  "choose another with --observables");
    plot.series.push_back(std::move(line));
  }
  const ReadRun& first = runs.front();
  if (first.cut > 0 && low < high)
    plot.series.push_back(
        {.name = "counted from here on",
         .points = {{double(first.first_counted()), low}, {double(first.first_counted()), high}},
         .dashed = true});
  for (const Summary& s : first.summaries)
    if (s.key == name && runs.size() == 1 && std::isfinite(s.estimates[0].mean))
      plot.series.push_back({.name = "mean",
                             .points = {{double(first.first_counted()), s.estimates[0].mean},
                                        {double(first.history.last_step), s.estimates[0].mean}},
                             .dashed = true});
  return plot;
}

int run(const SummaryOptions& o) {
  Outputs(o.common, {}).file("--plot", o.plot);
  std::optional<PlotFile> plot;
  if (!o.plot.empty()) plot.emplace(o.plot, o.common.force);
  std::vector<ReadRun> runs;
  for (const std::string& directory : o.directories) runs.push_back(read(directory));
  require_one_ensemble(runs);
  for (ReadRun& run : runs) {
    choose_cut(run, o);
    summarize(run, o);
    if (o.common.json)
      fmt::print("{}\n", json_line(json_of(run)));
    else
      fmt::print("{}{}", &run == &runs.front() ? "" : "\n", text_of(run));
  }
  const std::vector<Summary> all = runs.size() > 1 ? means(runs) : runs.front().summaries;
  if (o.common.json) {
    Json summary = {{"runs", runs.size()}};
    for (const Summary& s : all) put_estimate(summary, s);
    fmt::print("{}\n", json_line({{"summary", summary}}));
  } else if (runs.size() > 1) {
    fmt::print("\n{} runs together, weighted by their counted steps\n{}", runs.size(),
               rows(runs.front(), all, "", false));
  }
  if (runs.size() > 1) say(o.common.quiet, disagreements(runs, all));
  if (plot) {
    plot->write(plot_of(runs, o));
    plot->commit();
    say(o.common.quiet, "wrote " + o.plot);
  }
  return int(Status::done);
}

}  // namespace

Command summary_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("summary", "read runs of heatbath and hmc again: means, errors, drift, plots");
  auto o = std::make_shared<SummaryOptions>();
  const std::string group = "Statistics";
  table->add_option("directories,--directory", o->directories, "directories of runs of one ensemble")
      ->type_name("DIR")
      ->required();
  table
      ->add_option("--thermalization", o->thermalization,
                   "first steps that averages leave out; auto: as the run says, or by the plaquette")
      ->type_name("auto|COUNT")
      ->capture_default_str()
      ->group(group);
  table->add_option("--observables", o->observables, "quantities of the history, by commas; all by default")
      ->type_name("NAMES")
      ->group(group);
  table->add_option("--plot", o->plot, "draw the history of the first quantity, as .png or .svg")
      ->type_name("PATH")
      ->group(group);
  add_common(*table, o->common, {FlagGroup::output});
  acts_with(*table, {"--force"}, "--plot");
  table->footer(
      "Means are by the Gamma method; several directories are independent runs of one ensemble. A "
      "quantity that still drifts is named. Functions of means, such as susceptibilities, are in the "
      "summary that the run itself prints. A run that is going on may be read.\nExample:  glueball summary "
      "runs/chain");
  return {table, o->common, [o](Setup&) { return run(*o); }};
}

}  // namespace glueball::app
