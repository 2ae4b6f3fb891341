// The lines of `glueball bench --json`: written, read again, compared.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/timing.hpp"

namespace glueball {

/// One kernel on one lattice. What files of older versions lack is empty or 0 after reading.
struct BenchRow {
  std::string kernel, device, id, api, driver, type;  ///< id: "vulkan:0"; type: "discrete", "software", ...
  std::array<int, 4> lattice{};
  std::array<int, 4> ranks{1, 1, 1, 1};  ///< domains along each direction
  std::string transport;                 ///< of what these tell each other; empty where there is one
  std::string precision;
  std::string half_format;  ///< of half precision: "fixed" or "float"; empty in others
  int reconstruct = 0;
  std::string storage;
  std::uint32_t workgroup = 0;
  double seconds = 0;                        ///< of one run, the median
  double low_seconds = 0, high_seconds = 0;  ///< the quantiles of 10 and 90 percent; 0: not known
  double spread = 0;          ///< largest minus smallest of the batches, relative to the median
  double device_seconds = 0;  ///< of the device's kernels in one run, by its timestamps; 0: it has none
  std::map<std::string, double> kernel_seconds;  ///< the same by kernel; not in json()
  double processor_seconds = 0;                  ///< of the host's processors, for one run
  // Of the CPU's twin in double precision, and where it is built so in single; 0: not measured (`bench
  // --twin`).
  double twin_seconds = 0, twin_processor_seconds = 0, twin_single_seconds = 0;
  double gflops = 0, gbytes_per_s = 0, copy_gbytes_per_s = 0;
  std::string version, time;  ///< of glueball; UTC, when it was measured
  double load = 0;            ///< programs that wanted a processor of the machine, mean of the minute before
  int processors = 0;         ///< of the machine

  void set(const LatticeOptions& options);
  double fraction_of_copy() const { return copy_gbytes_per_s > 0 ? gbytes_per_s / copy_gbytes_per_s : 0; }
  /// How many times as fast as the CPU's twin in double precision.
  double against_twin() const { return twin_seconds / seconds; }
  double volume() const { return double(lattice[0]) * lattice[1] * lattice[2] * lattice[3]; }
  /// "single", "half (float)"
  std::string precision_text() const;
  bool on_several_ranks() const { return ranks != std::array{1, 1, 1, 1}; }
  /// "8x8x8x16", "16^4"
  std::string lattice_text() const;
  /// One JSON object, on one line.
  std::string json() const;
};

/// Device, driver, version, time and the machine's load, now.
BenchRow row_of(const gpu::DeviceInfo& device);
/// The same as keys of a line in JSON.
nlohmann::ordered_json machine_json(const gpu::DeviceInfo& device);

/// Reads what `glueball bench --json` printed; lines about comparisons, of `bench restart` and of `bench hmc`
/// are passed over. Throws Error(bad_file) that names the file and line for anything else, and for a file
/// without a single row.
std::vector<BenchRow> read_bench(const std::filesystem::path& file);

/// A kernel of this run and the same in an earlier one.
struct BenchComparison {
  std::string kernel, lattice;
  double old_seconds = 0, new_seconds = 0;
  std::string note;  ///< why there is no ratio, else empty

  double ratio() const { return old_seconds > 0 ? new_seconds / old_seconds : 0; }
  /// Slower by more than so many percent.
  bool regression(double tolerance_percent) const {
    return note.empty() && ratio() > 1 + tolerance_percent / 100;
  }
};

/// An entry for each row of both: kernels of one only, or measured otherwise (lattice, precision and its
/// format, links), have a note.
std::vector<BenchComparison> compare(const std::vector<BenchRow>& earlier, const std::vector<BenchRow>& now);

/// What differs between two runs' machines, a line each: device, API, driver.
std::vector<std::string> differences(const BenchRow& earlier, const BenchRow& now);

}  // namespace glueball
