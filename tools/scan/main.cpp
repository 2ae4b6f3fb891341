// scan_report makes a table and a plot of order parameters against beta from the summaries of runs.
// tools/scan/report calls it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "app/plot_file.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "base/parsed_json.hpp"
#include "io/atomic_file.hpp"

namespace {

using namespace glueball;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Estimate {
  double mean = 0, error = 0;
};

std::optional<double> number(const Json& v) {
  if (!v.is_number() || !std::isfinite(v.get<double>())) return {};
  return v.get<double>();
}

/// A run at one coupling.
struct Entry {
  double beta = 0;
  Json summary;
  std::map<double, std::optional<Estimate>> condensates{};  ///< by mass

  std::optional<double> value(const std::string& name, std::optional<std::size_t> place = {}) const {
    if (!summary.contains(name)) return {};
    const Json& v = summary[name];
    if (!place) return number(v);
    return v.is_array() && *place < v.size() ? number(v[*place]) : std::nullopt;
  }
  std::optional<Estimate> of(const std::string& name, std::optional<std::size_t> place = {}) const {
    const auto mean = value(name, place), error = value(name + "_error", place);
    if (!mean || !error || *error < 0) return {};
    return Estimate{*mean, *error};
  }
};

constexpr double kLargest = 1e6;  ///< largest beta
const char* const kGive = "give run directories, or a scan.jsonl";

/// Returns the lines of a file, each a JSON object. `torn` is set if an incomplete line follows them.
std::vector<Json> lines_of(const fs::path& path, bool& torn) {
  std::ifstream file(path);
  if (!file) throw Error(ErrorKind::bad_file, path.string() + ": it cannot be read", kGive);
  std::vector<Json> rows;
  std::size_t count = 0;
  for (std::string line; std::getline(file, line);) {
    ++count;
    torn = file.eof();
    if (torn) break;
    if (line.empty()) continue;
    rows.push_back(parsed_json<Json>(line));
    if (!rows.back().is_object())
      throw Error(ErrorKind::bad_file, fmt::format("{}: line {} is no JSON object", path.string(), count),
                  kGive);
  }
  return rows;
}

Entry entry_of(const fs::path& path, const Json& beta, const Json& summary) {
  const auto value = number(beta);
  if (!value || std::abs(*value) > kLargest || !summary.is_object())
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: beta {} is no coupling of a summary", path.string(), beta.dump()), kGive);
  Entry entry{*value, summary};
  entry.summary.erase("kernels");  // where time went, on one device
  for (std::size_t k = 0; const auto mass = entry.value("condensate_mass", k); ++k)
    entry.condensates.emplace(*mass, entry.of("condensate", k));
  return entry;
}

/// Returns the last summary of a run. That of a resumed run covers the whole run.
Entry of_run(const fs::path& run) {
  const fs::path path = run / "history.jsonl";
  bool torn = false;
  Json beta, summary;
  for (const Json& row : lines_of(path, torn)) {
    if (row.contains("step")) {
      summary = {};
      if (row.contains("physics") && row["physics"].is_object() && row["physics"].contains("beta"))
        beta = row["physics"]["beta"];
    }
    if (row.contains("summary")) summary = row["summary"];
  }
  if (torn || summary.is_null())
    throw Error(
        ErrorKind::bad_file,
        path.string() + ": the run has no summary of all of its steps: it was stopped or is still running",
        "let it finish; a killed run is resumed with --resume");
  return entry_of(path, beta, summary);
}

std::vector<Entry> read(const fs::path& run) {
  if (fs::is_directory(run)) return {of_run(run)};
  bool torn = false;
  std::vector<Entry> found;
  for (const Json& row : lines_of(run, torn))
    found.push_back(entry_of(run, row.contains("beta") ? row["beta"] : Json(),
                             row.contains("summary") ? row["summary"] : Json()));
  if (torn || found.empty())
    throw Error(ErrorKind::bad_file,
                run.string() + (torn ? ": its last line is incomplete" : ": it is empty"), kGive);
  return found;
}

/// Writes .1234(56), or all digits if the error is 0 or much smaller or larger than the mean.
std::string text(const std::optional<Estimate>& e) {
  if (!e) return "-";
  if (e->error == 0) return fmt::format("{:.6g}", e->mean);
  const int digits = std::max(0, 1 - int(std::floor(std::log10(e->error))));
  if (digits > 12 || std::max(std::abs(e->mean), e->error) > 1e9)
    return fmt::format("{:.12g} +- {:.2g}", e->mean, e->error);
  return fmt::format("{:.{}f}({:.0f})", e->mean, digits, e->error * std::pow(10, digits));
}

struct Column {
  std::string title, short_title;
  std::function<std::optional<Estimate>(const Entry&)> of;
};

/// Returns the columns that any of the runs has.
std::vector<Column> columns(const std::vector<Entry>& entries) {
  const auto named = [](const char* name) { return [name](const Entry& e) { return e.of(name); }; };
  std::vector<Column> all = {{"plaquette", "", named("plaquette")},
                             {"Polyakov loop, modulus", "Polyakov loop", named("polyakov_modulus")}};
  std::set<double> masses;
  for (const Entry& e : entries)
    for (const auto& [mass, estimate] : e.condensates) masses.insert(mass);
  for (const double mass : masses)
    all.push_back({fmt::format("condensate of {:.10g}", mass), fmt::format("condensate {:.10g}", mass),
                   [mass](const Entry& e) {
                     const auto found = e.condensates.find(mass);
                     return found == e.condensates.end() ? std::nullopt : found->second;
                   }});
  std::erase_if(all, [&](const Column& c) {
    return std::ranges::none_of(entries, [&](const Entry& e) { return c.of(e).has_value(); });
  });
  return all;
}

LinePlot plot_of(const std::vector<Entry>& entries, const std::vector<Column>& shown) {
  LinePlot plot{.title = "Polyakov loop and condensates", .x_label = "β", .y_label = ""};
  for (const Column& c : shown) {
    Series s{.name = c.short_title};
    if (s.name.empty()) continue;
    for (const Entry& e : entries) {
      const auto found = c.of(e);
      // Values below 0 or very large ones have no place on the axis.
      if (!found || found->mean < 0 || found->mean > 1e9 || found->error > 1e9) continue;
      s.points.push_back({e.beta, found->mean});
      s.errors.push_back(found->error);
    }
    if (!s.points.empty()) plot.series.push_back(std::move(s));
  }
  return plot;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2)
    throw Error(ErrorKind::bad_value, "scan_report: no runs",
                "give the directory to write to, then run directories");
  std::vector<Entry> entries;
  for (auto name = arguments.begin() + 1; name != arguments.end(); ++name) {
    auto found = read(*name);
    std::move(found.begin(), found.end(), std::back_inserter(entries));
  }
  std::ranges::stable_sort(entries, {}, &Entry::beta);
  const auto shown = columns(entries);
  std::string page = "| beta | counted | acceptance |", rule = "\n|---|---|---|", lines;
  for (const Column& c : shown) {
    page += fmt::format(" {} |", c.title);
    rule += "---|";
  }
  page += rule + "\n";
  for (const Entry& e : entries) {
    const auto short_of = [&](const std::optional<double>& v) { return v ? fmt::format("{:.3g}", *v) : "-"; };
    const auto counted = e.value("trajectories") ? e.value("trajectories") : e.value("measurements");
    page += fmt::format("| {:.10g} | {} | {} |", e.beta, counted ? fmt::format("{:.0f}", *counted) : "-",
                        short_of(e.value("acceptance")));
    for (const Column& c : shown) page += fmt::format(" {} |", text(c.of(e)));
    page += "\n";
    lines += Json{{"beta", e.beta}, {"summary", e.summary}}.dump() + "\n";
  }
  const fs::path directory = arguments.front();
  std::error_code failed;
  fs::create_directories(directory, failed);
  if (failed)
    throw Error(ErrorKind::bad_value, directory.string() + ": " + failed.message(), "give another directory");
  const LinePlot plot = plot_of(entries, shown);
  // All pictures are complete before one replaces an older file.
  std::vector<std::unique_ptr<app::PlotFile>> pictures;
  constexpr const char* kPictures[] = {"scan.png", "scan.svg"};
  if (!plot.series.empty()) {
    for (const char* name : kPictures)
      pictures.emplace_back(std::make_unique<app::PlotFile>(directory / name, true))->write(plot);
    page += "\n![Order parameters against beta](scan.png)\n";
  }
  io::AtomicFile table(directory / "scan.md", true), summaries(directory / "scan.jsonl", true);
  table.write(page);
  summaries.write(lines);
  for (const auto& picture : pictures) picture->commit();
  if (pictures.empty())
    for (const char* name : kPictures) fs::remove(directory / name, failed);  // pictures of earlier reports
  table.commit();
  summaries.commit();
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return app::run_tool("scan_report", argc, argv, run); }
