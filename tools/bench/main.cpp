// bench_report makes a page with tables and plots from the output of `glueball bench --json`.
// tools/bench/report calls it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "algorithms.hpp"
#include "app/plot_file.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "bench/bench_plot.hpp"
#include "field/field_format.hpp"
#include "io/atomic_file.hpp"

namespace {

using namespace glueball;
using namespace glueball::app;
namespace fs = std::filesystem;
using Rows = std::vector<BenchRow>;

/// Groups the rows by device, API, driver, precision and kind of links. Each group is a section of the page.
std::vector<Rows> sections(const std::vector<std::string>& files, AlgorithmLines& algorithms) {
  std::map<std::string, Rows> sorted;
  for (const auto& file : files) {
    const AlgorithmLines found = read_algorithms(file);
    algorithms.restart.insert(algorithms.restart.end(), found.restart.begin(), found.restart.end());
    algorithms.hmc.insert(algorithms.hmc.end(), found.hmc.begin(), found.hmc.end());
    if (!found.others && !(found.restart.empty() && found.hmc.empty())) continue;
    for (const auto& r : read_bench(file)) {
      Rows& rows =
          sorted[fmt::format("{} {} {} {} {}", r.device, r.api, r.driver, r.precision_text(), r.reconstruct)];
      // Only the first run of a kernel on a lattice counts.
      if (std::none_of(rows.begin(), rows.end(), [&](const BenchRow& other) {
            return other.kernel == r.kernel && other.lattice == r.lattice;
          }))
        rows.push_back(r);
    }
  }
  std::vector<Rows> all;
  for (auto& [key, rows] : sorted) all.push_back(std::move(rows));
  return all;
}

std::string machine_state(const Rows& rows) {
  double load = 0;
  for (const auto& r : rows) load = std::max(load, r.load);
  const int processors = rows.front().processors;
  if (processors == 0) return "The state of the machine was not recorded.";
  const bool busy = load > 0.5 * processors;
  return fmt::format(
      "Load of the machine {:.1f} on {} processors when the runs began: {}.", load, processors,
      busy ? "**other programs were running, the figures are not the device's best**" : "nearly idle");
}

std::string table(const Rows& rows) {
  const bool references =
      std::any_of(rows.begin(), rows.end(), [](const BenchRow& r) { return r.reference_seconds > 0; });
  std::string text = fmt::format(
      "| kernel | lattice | microseconds | spread | GFLOP/s | GB/s | of copy "
      "|{}\n|---|---|---|---|---|---|---|{}\n",
      references ? " CPU reference takes |" : "", references ? "---|" : "");
  for (const auto& r : rows) {
    if (r.kernel == "copy") continue;
    text +=
        fmt::format("| {} | {} | {:.2f} | {:.0f} % | {:.1f} | {:.1f} | {:.2f} |", r.kernel, r.lattice_text(),
                    r.seconds * 1e6, r.spread * 100, r.gflops, r.gbytes_per_s, r.fraction_of_copy());
    if (references)
      text += (r.reference_seconds > 0 ? fmt::format(" {:.2f} times as long |", r.against_reference())
                                       : std::string(" - |"));
    text += "\n";
  }
  return text;
}

/// Returns the kernels that were run on several lattices, for a plot with at most eight curves.
Rows series(const Rows& rows) {
  std::map<std::string, std::set<double>> volumes;
  for (const auto& r : rows) volumes[r.kernel].insert(r.volume());
  Rows chosen;
  std::set<std::string> names;
  for (const auto& r : rows) {
    if (r.kernel == "copy" || volumes[r.kernel].size() < 2) continue;
    if (!names.contains(r.kernel) && names.size() == 8) continue;
    names.insert(r.kernel);
    chosen.push_back(r);
  }
  return chosen;
}

/// Lists the storages of the rows' fields.
std::string storages(const Rows& rows) {
  std::set<std::string> all;
  for (const auto& r : rows) all.insert(r.storage);
  return fmt::format("{}", fmt::join(all, ", some in "));
}

std::string section(const Rows& rows, const fs::path& directory, std::size_t number) {
  const BenchRow& first = rows.front();
  std::string text = fmt::format(
      "## {}, {}, {} precision, {} reals a link\n\nDriver {}; glueball {}; {}; fields in {}; copy {:.1f} "
      "GB/s.\n{}\n\n",
      first.device, first.api, first.precision_text(), first.reconstruct,
      first.driver.empty() ? "unknown" : first.driver, first.version, first.time, storages(rows),
      first.copy_gbytes_per_s, machine_state(rows));
  if (const Rows curves = series(rows); !curves.empty()) {
    const std::string name = fmt::format("benchmarks-{}", number);
    for (const char* ending : {".png", ".svg"}) {
      PlotFile file(directory / (name + ending), true);
      file.write(bandwidth_plot(curves));
      file.commit();
    }
    text += fmt::format("![Bandwidth against volume]({}.png)\n\n", name);
  }
  // Long links have 14 reals if the others have 12 (host/field/field_format.hpp).
  const int asked = first.reconstruct == FieldFormat::kFarReals ? 12 : first.reconstruct;
  return text + table(rows) +
         fmt::format(
             "\nTo repeat: `glueball bench all --device {} --precision {}{} --reconstruct {} --json`\n\n",
             first.id.empty() ? first.api : first.id, first.precision,
             first.half_format.empty() ? "" : " --half-format " + first.half_format, asked);
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2)
    throw Error(ErrorKind::bad_value, "bench_report: no files",
                "give the directory to write to, then files of bench --json");
  const fs::path directory = arguments.front();
  std::string text =
      "# Benchmarks\n\nAll of it was measured by `tools/bench/report`, which runs `glueball bench` on every "
      "device of the machine;\n"
      "nothing is filled in by hand. GFLOP/s by the field's counts, GB/s by the least bytes that a kernel "
      "must move; the spread\n"
      "is that of the sustained part.\n\n";
  std::size_t number = 0;
  AlgorithmLines algorithms;
  for (const auto& rows : sections({arguments.begin() + 1, arguments.end()}, algorithms))
    text += section(rows, directory, ++number);
  text += restart_sections(algorithms.restart) + hmc_section(algorithms.hmc);
  io::AtomicFile page(directory / "benchmarks.md", true);
  page.write(text);
  page.commit();
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return app::run_tool("bench_report", argc, argv, run); }
