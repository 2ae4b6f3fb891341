#include "bench_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "by_time.hpp"
#include "run/json_line.hpp"

namespace glueball::app {

using Json = nlohmann::ordered_json;

namespace {

/// Writes the speed relative to the CPU reference, as "12.3 (6.1 single)", padded to the next column.
std::string against_reference(const BenchRow& r) {
  std::string text = r.reference_seconds > 0 ? fmt::format("{:.2f}", r.against_reference()) : "-";
  if (r.reference_single_seconds > 0)
    text += fmt::format(" ({:.2f} single)", r.reference_single_seconds / r.seconds);
  return fmt::format("{:<22}", text);
}

}  // namespace

void BenchOutput::begin(const BenchRow& r) const {
  if (json_) return;
  const auto& l = r.lattice;
  fmt::print(
      "{} {}, driver {}\n{}x{}x{}x{} {} precision{}; copy {:.1f} GB/s; chosen are storage, workgroup, reals "
      "a "
      "link\n\n",
      r.id, r.device, r.driver, l[0], l[1], l[2], l[3], r.precision_text(),
      r.on_several_ranks() ? fmt::format(" on {} ranks", fmt::join(r.ranks, " x ")) : "",
      r.copy_gbytes_per_s);
  fmt::print("{:<14} {:>11} {:>11} {:>11} {:>9} {:>8} {:>8}  {}\n", "kernel", "median (us)", "10 percent",
             "90 percent", "GFLOP/s", "GB/s", "of copy",
             reference_ ? "CPU reference / kernel     chosen" : "chosen");
}

namespace {

/// Returns a line for each kernel, the longest time first, if there are several.
std::string by_kernel(const BenchRow& r) {
  std::string text;
  if (r.kernel_seconds.size() > 1)
    for (const auto& [kernel, seconds] : by_time(r.kernel_seconds))
      text += fmt::format("      {:<31} {:>10.2f} us {:>5.1f}%\n", kernel, seconds * 1e6,
                          100 * seconds / r.device_seconds);
  return text;
}

}  // namespace

void BenchOutput::row(const BenchRow& r, const std::vector<gpu::PipelineStatistics>& pipelines) const {
  if (json_) {
    fmt::print("{}\n", [&] {
      if (!verbose_) return r.json();
      Json line = Json::parse(r.json());
      line["kernel_seconds"] = r.kernel_seconds;
      line["pipelines"] = Json::array();
      for (const auto& s : pipelines) {
        Json told = s.figures.empty() ? Json("not told by this driver") : Json::object();
        for (const auto& [name, value] : s.figures) told[name] = value;
        line["pipelines"].push_back({{"kernel", s.kernel}, {"statistics", told}});
      }
      return json_line(line);
    }());
  } else {
    fmt::print("{:<14} {:>11.2f} {:>11.2f} {:>11.2f} {:>9.1f} {:>8.1f} {:>8.2f}  {}{}, {}, {}{}\n", r.kernel,
               r.seconds * 1e6, r.low_seconds * 1e6, r.high_seconds * 1e6, r.gflops, r.gbytes_per_s,
               r.fraction_of_copy(), reference_ ? against_reference(r) : "", r.storage, r.workgroup,
               r.reconstruct, r.transport.empty() ? "" : ", " + r.transport);
    if (verbose_ && r.device_seconds > 0)
      fmt::print("    by the device's timestamps {:.2f} us\n{}", r.device_seconds * 1e6, by_kernel(r));
    for (const auto& s : pipelines) {
      std::string told;
      for (const auto& [name, value] : s.figures) told += (told.empty() ? "" : ", ") + name + " " + value;
      fmt::print("    {}: {}\n", s.kernel, told.empty() ? "not told by this driver" : told);
    }
  }
  std::fflush(stdout);
}

bool BenchOutput::comparison(const std::string& file, const std::vector<BenchRow>& earlier,
                             const std::vector<BenchRow>& now, double tolerance_percent) const {
  const auto all = compare(earlier, now);
  if (std::none_of(all.begin(), all.end(),
                   [](const auto& c) { return c.note.empty() && c.kernel != "copy"; })) {
    const auto worth = std::find_if(all.begin(), all.end(), [](const auto& c) { return c.kernel != "copy"; });
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: nothing to compare{}", file,
                            worth == all.end() ? "" : fmt::format(" ({}: {})", worth->kernel, worth->note)),
                "run the same kernels on the same lattice, in the same precision");
  }
  const auto different = differences(earlier.front(), now.front());
  if (json_) {
    for (const auto& text : different) fmt::print("{}\n", json_line({{"compare", ""}, {"note", text}}));
  } else {
    fmt::print("\nheld against {}, tolerance {} percent\n", file, tolerance_percent);
    for (const auto& text : different) fmt::print("{}\n", text);
    fmt::print("{:<14} {:>12} {:>12} {:>12} {:>7}\n", "kernel", "lattice", "old (us)", "new (us)", "new/old");
  }
  bool slower = false;
  for (const auto& c : all) {
    const bool regression = c.regression(tolerance_percent);
    slower = slower || regression;
    if (json_) {
      Json line = {{"compare", c.kernel},
                   {"lattice", c.lattice},
                   {"old_seconds", c.old_seconds},
                   {"new_seconds", c.new_seconds}};
      if (c.note.empty())
        line["ratio"] = c.ratio();
      else
        line["note"] = c.note;
      line["regression"] = regression;
      fmt::print("{}\n", json_line(line));
    } else if (c.note.empty()) {
      fmt::print("{:<14} {:>12} {:>12.2f} {:>12.2f} {:>7.3f}{}\n", c.kernel, c.lattice, c.old_seconds * 1e6,
                 c.new_seconds * 1e6, c.ratio(), regression ? "  SLOWER" : "");
    } else {
      fmt::print("{:<14} {:>12} {}\n", c.kernel, c.lattice, c.note);
    }
  }
  return slower;
}

}  // namespace glueball::app
