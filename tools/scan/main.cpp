// scan_report: order parameters against beta, a table and a plot, from what runs have summed up at their end;
// tools/scan/report calls it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/exit_status.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "draw/line_plot.hpp"
#include "io/atomic_file.hpp"
#include "io/png.hpp"

namespace {

using namespace glueball;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Estimate {
  double mean = 0, error = 0;
};

/// A run at one coupling.
struct Entry {
  double beta = 0;
  Json summary;

  std::optional<Estimate> of(const std::string& name, std::size_t place = 0) const {
    const auto value = [&](const std::string& key) -> std::optional<double> {
      if (!summary.contains(key)) return {};
      const Json& v = summary[key];
      const Json number = v.is_array() ? (place < v.size() ? v[place] : Json()) : v;
      if (!number.is_number() || !std::isfinite(number.get<double>())) return {};
      return number.get<double>();
    };
    const auto mean = value(name), error = value(name + "_error");
    if (!mean || !error) return {};
    return Estimate{*mean, *error};
  }
};

/// The entries of a run's history, or of a scan.jsonl.
std::vector<Entry> read(const fs::path& run) {
  const fs::path path = fs::is_directory(run) ? run / "history.jsonl" : run;
  std::ifstream file(path);
  if (!file)
    throw Error(ErrorKind::bad_file, path.string() + ": it cannot be read",
                "give run directories, or a scan.jsonl");
  std::vector<Entry> found;
  std::optional<double> beta;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const Json row = Json::parse(line, nullptr, false);
    // A torn last line is of a process that was killed; what it had summed up before is there.
    if (row.is_discarded() && file.peek() == std::ifstream::traits_type::eof()) break;
    if (!row.is_object())
      throw Error(ErrorKind::bad_file, fmt::format("{}: line {} is no JSON object", path.string(), number),
                  "give run directories, or a scan.jsonl");
    const Json& from = row.contains("physics") ? row["physics"] : row;
    if (from.is_object() && from.contains("beta") && from["beta"].is_number())
      beta = from["beta"].get<double>();
    if (!row.contains("summary") || !row["summary"].is_object() || !beta) continue;
    found.push_back({*beta, row["summary"]});
    found.back().summary.erase("kernels");  // where time went, on one device
  }
  if (found.empty())
    throw Error(ErrorKind::bad_file, path.string() + ": it has no summary",
                "let the run come to an end: glueball hmc --resume " + run.string());
  // A run that was gone on with has summed up several times, each time all of it.
  if (fs::is_directory(run)) found.erase(found.begin(), found.end() - 1);
  return found;
}

/// .1234(56), or as many digits as there are where the error is 0.
std::string text(const std::optional<Estimate>& e) {
  if (!e) return "-";
  if (!(e->error > 0)) return fmt::format("{:.6g}", e->mean);
  const int digits = std::clamp(1 - int(std::floor(std::log10(e->error))), 0, 12);
  return fmt::format("{:.{}f}({:.0f})", e->mean, digits, e->error * std::pow(10, digits));
}

struct Column {
  std::string title, short_title, name;
  std::size_t place = 0;
};

/// What all of the runs have.
std::vector<Column> columns(const std::vector<Entry>& entries) {
  std::vector<Column> all = {{"plaquette", "", "plaquette"},
                             {"Polyakov loop, modulus", "Polyakov loop", "polyakov_modulus"}};
  const Json& first = entries.front().summary;
  if (first.contains("condensate_mass") && first["condensate_mass"].is_array())
    for (std::size_t k = 0; k < first["condensate_mass"].size(); ++k) {
      if (!first["condensate_mass"][k].is_number()) continue;
      const double mass = first["condensate_mass"][k].get<double>();
      all.push_back(
          {fmt::format("condensate of {:g}", mass), fmt::format("condensate {:g}", mass), "condensate", k});
    }
  std::erase_if(all, [&](const Column& c) {
    return !std::ranges::all_of(entries, [&](const Entry& e) { return e.of(c.name, c.place).has_value(); });
  });
  return all;
}

LinePlot plot_of(const std::vector<Entry>& entries, const std::vector<Column>& shown) {
  LinePlot plot{.title = "Polyakov loop and condensates", .x_label = "beta", .y_label = ""};
  for (const Column& c : shown) {
    if (c.name == "plaquette") continue;
    Series s{.name = c.short_title};
    for (const Entry& e : entries) {
      const Estimate found = *e.of(c.name, c.place);
      s.points.push_back({e.beta, found.mean});
      s.errors.push_back(found.error);
    }
    plot.series.push_back(std::move(s));
  }
  const double low = entries.front().beta, high = entries.back().beta;
  const double step = high > low ? round_ticks(high - low)[1].at : 1;
  for (double n = std::ceil(low / step - 1e-9); high > low && n * step <= high + 1e-9 * step; ++n)
    plot.x_ticks.push_back({n * step, fmt::format("{:.6g}", n * step)});
  if (plot.x_ticks.empty()) plot.x_ticks.push_back({low, fmt::format("{:g}", low)});
  return plot;
}

void put(const fs::path& path, const auto& contents) {
  io::AtomicFile file(path, true);
  file.write(contents);
  file.commit();
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
    const auto number = [&](const char* name, const char* otherwise) {
      return e.summary.contains(name) && e.summary[name].is_number()
                 ? fmt::format("{:.3g}", e.summary[name].get<double>())
                 : std::string(otherwise);
    };
    const bool trajectories = e.summary.contains("trajectories");
    page += fmt::format("| {:g} | {} | {} |", e.beta, number(trajectories ? "trajectories" : "sweeps", "-"),
                        number("acceptance", "-"));
    for (const Column& c : shown) page += fmt::format(" {} |", text(e.of(c.name, c.place)));
    page += "\n";
    lines += Json{{"beta", e.beta}, {"summary", e.summary}}.dump() + "\n";
  }
  const fs::path directory = arguments.front();
  const LinePlot plot = plot_of(entries, shown);
  if (!plot.series.empty()) {
    const Picture picture = draw(plot);
    put(directory / "scan.png", io::png(picture.width(), picture.height(), picture.rgb()));
    page += "\n![Order parameters against beta](scan.png)\n";
  }
  put(directory / "scan.md", page);
  put(directory / "scan.jsonl", lines);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const Error& error) {
    return app::failed("scan_report: error", error);
  } catch (const std::exception& error) {
    fmt::print(stderr, "scan_report: error: {}\n", error.what());
    return int(app::Status::bad_input);
  }
}
