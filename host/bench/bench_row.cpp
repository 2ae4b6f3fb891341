#include "bench/bench_row.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.hpp"
#include "run/json_line.hpp"
#include "run/provenance.hpp"

namespace glueball {
namespace {

using ParsedJson = nlohmann::ordered_json;

template <class Number>
void take_whole(const ParsedJson& line, const char* key, Number& number) {
  if (const auto found = line.find(key); found != line.end()) number = whole_of<Number>(*found);
}

BenchRow row_from(const ParsedJson& line) {
  BenchRow r;
  r.kernel = line.at("kernel");
  r.device = line.at("device");
  r.api = line.at("api");
  for (std::size_t mu = 0; mu < r.lattice.size(); ++mu) {
    r.lattice[mu] = whole_of<int>(line.at("lattice").at(mu));
    if (line.contains("ranks")) r.ranks[mu] = whole_of<int>(line.at("ranks").at(mu));
  }
  r.transport = line.value("transport", "");
  r.precision = line.at("precision");
  // Older files have no such key: fixed point was the only half format.
  if (r.precision == "half") r.half_format = line.value("half_format", "fixed");
  r.reconstruct = whole_of<decltype(r.reconstruct)>(line.at("reconstruct"));
  r.storage = line.at("storage");
  take_whole(line, "workgroup", r.workgroup);
  r.seconds = line.at("seconds");
  r.low_seconds = line.value("seconds_10_percent", 0.0);
  r.high_seconds = line.value("seconds_90_percent", 0.0);
  r.spread = line.value("spread", 0.0);
  r.gflops = line.at("gflops");
  r.gbytes_per_s = line.at("gbytes_per_s");
  r.copy_gbytes_per_s = line.at("copy_gbytes_per_s");
  r.id = line.value("id", "");
  r.driver = line.value("driver", "");
  r.type = line.value("type", "");
  r.processor_seconds = line.value("processor_seconds", 0.0);
  r.device_seconds = line.value("device_seconds", 0.0);
  r.reference_seconds = line.value("reference_seconds", line.value("twin_seconds", 0.0));
  r.reference_processor_seconds =
      line.value("reference_processor_seconds", line.value("twin_processor_seconds", 0.0));
  r.reference_single_seconds = line.value("reference_single_seconds", line.value("twin_single_seconds", 0.0));
  r.version = line.value("version", "");
  r.time = line.value("time", "");
  r.load = line.value("load", 0.0);
  take_whole(line, "processors", r.processors);
  if (!(r.seconds > 0) || !std::isfinite(r.seconds)) throw std::domain_error("a time that is none");
  for (const int extent : r.lattice)
    if (extent <= 0) throw std::domain_error("the lattice is invalid");
  return r;
}

/// Returns why two rows of one kernel cannot be compared, or an empty string if they can.
std::string otherwise(const BenchRow& earlier, const BenchRow& now) {
  if (earlier.lattice != now.lattice)
    return fmt::format("another lattice: {} then, {} now", earlier.lattice_text(), now.lattice_text());
  if (earlier.ranks != now.ranks)
    return fmt::format("other ranks: {} then, {} now", fmt::join(earlier.ranks, ","),
                       fmt::join(now.ranks, ","));
  if (earlier.precision_text() != now.precision_text())
    return fmt::format("another precision: {} then, {} now", earlier.precision_text(), now.precision_text());
  if (earlier.reconstruct != now.reconstruct)
    return fmt::format("other links: {} reals then, {} now", earlier.reconstruct, now.reconstruct);
  return {};
}

/// Returns the row of the same kernel that can be compared, else one that cannot, else null.
const BenchRow* match(const BenchRow& row, const std::vector<BenchRow>& among) {
  const BenchRow* found = nullptr;
  for (const auto& other : among) {
    if (other.kernel != row.kernel) continue;
    if (otherwise(other, row).empty()) return &other;
    if (!found) found = &other;
  }
  return found;
}

}  // namespace

std::string BenchRow::precision_text() const {
  return half_format.empty() ? precision : fmt::format("{} ({})", precision, half_format);
}

std::string BenchRow::lattice_text() const {
  const auto& l = lattice;
  return l[0] == l[1] && l[1] == l[2] && l[2] == l[3] ? fmt::format("{}^4", l[0])
                                                      : fmt::format("{}x{}x{}x{}", l[0], l[1], l[2], l[3]);
}

void BenchRow::set(const LatticeOptions& options) {
  reconstruct = options.reconstruct;
  storage = gpu::to_string(options.storage);
  workgroup = options.workgroup;
  half_format = options.precision == gpu::Precision::half ? gpu::to_string(options.half_format) : "";
}

std::string BenchRow::json() const {
  nlohmann::ordered_json line{{"kernel", kernel},
                              {"device", device},
                              {"api", api},
                              {"lattice", lattice},
                              {"precision", precision},
                              {"reconstruct", reconstruct},
                              {"storage", storage},
                              {"workgroup", workgroup},
                              {"seconds", seconds},
                              {"seconds_10_percent", low_seconds},
                              {"seconds_90_percent", high_seconds},
                              {"spread", spread},
                              {"device_seconds", device_seconds},
                              {"processor_seconds", processor_seconds},
                              {"gflops", gflops},
                              {"gbytes_per_s", gbytes_per_s},
                              {"copy_gbytes_per_s", copy_gbytes_per_s},
                              {"fraction_of_copy", fraction_of_copy()},
                              {"id", id},
                              {"driver", driver},
                              {"type", type},
                              {"version", version},
                              {"time", time},
                              {"load", load},
                              {"processors", processors}};
  if (!half_format.empty()) line["half_format"] = half_format;
  if (on_several_ranks()) {
    line["ranks"] = ranks;
    line["transport"] = transport;
  }
  if (reference_seconds > 0) {
    line["reference_seconds"] = reference_seconds;
    line["reference_processor_seconds"] = reference_processor_seconds;
  }
  if (reference_single_seconds > 0) line["reference_single_seconds"] = reference_single_seconds;
  return json_line(line);
}

BenchRow row_of(const gpu::DeviceInfo& device) {
  BenchRow r;
  r.device = device.name;
  r.id = device.id();
  r.api = gpu::to_string(device.api);
  r.driver = device.driver;
  r.type = gpu::to_string(device.type);
  r.version = version();
  r.time = utc_time();
  double load = 0;
  if (getloadavg(&load, 1) == 1) r.load = load;
  r.processors = int(std::thread::hardware_concurrency());
  return r;
}

nlohmann::ordered_json machine_json(const gpu::DeviceInfo& device) {
  const BenchRow row = row_of(device);
  return {{"device", row.device}, {"api", row.api},   {"id", row.id},
          {"driver", row.driver}, {"type", row.type}, {"version", row.version},
          {"time", row.time},     {"load", row.load}, {"processors", row.processors}};
}

std::vector<BenchRow> read_bench(const std::filesystem::path& file) {
  const std::string hint = "give what 'glueball bench' printed as JSON";
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file))
    throw Error(ErrorKind::bad_file, file.string() + ": cannot be read", hint);
  std::vector<BenchRow> rows;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty()) continue;
    try {
      const ParsedJson json = ParsedJson::parse(line);
      const std::string kernel = json.value("kernel", "");
      if (json.contains("compare") || kernel == "restart" || kernel == "hmc") continue;
      rows.push_back(row_from(json));
    } catch (const std::exception&) {
      throw Error(ErrorKind::bad_file,
                  fmt::format("{}:{}: this is no JSON line of a benchmark", file.string(), number), hint);
    }
  }
  if (rows.empty()) throw Error(ErrorKind::bad_file, file.string() + ": it has no time of any kernel", hint);
  return rows;
}

std::vector<BenchComparison> compare(const std::vector<BenchRow>& earlier, const std::vector<BenchRow>& now) {
  std::vector<BenchComparison> all;
  for (const auto& row : now) {
    BenchComparison c{.kernel = row.kernel, .lattice = row.lattice_text(), .new_seconds = row.seconds};
    if (const BenchRow* old = match(row, earlier)) {
      c.old_seconds = old->seconds;
      c.note = otherwise(*old, row);
    } else {
      c.note = "not in the earlier run";
    }
    all.push_back(c);
  }
  for (const auto& row : earlier)
    if (!match(row, now))
      all.push_back({.kernel = row.kernel,
                     .lattice = row.lattice_text(),
                     .old_seconds = row.seconds,
                     .note = "only in the earlier run"});
  return all;
}

std::vector<std::string> differences(const BenchRow& earlier, const BenchRow& now) {
  std::vector<std::string> found;
  const auto add = [&](const char* what, const std::string& a, const std::string& b) {
    if (!a.empty() && a != b) found.push_back(fmt::format("another {}: {} then, {} now", what, a, b));
  };
  add("device", earlier.device, now.device);
  add("API", earlier.api, now.api);
  add("driver", earlier.driver, now.driver);
  return found;
}

}  // namespace glueball
