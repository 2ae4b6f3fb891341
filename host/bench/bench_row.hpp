// Rows of `glueball bench --json`: this module writes, reads and compares them.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/timing.hpp"

namespace glueball {

/// The measurement of one kernel on one lattice. Keys that files of older versions lack are empty or 0 after
/// reading.
struct BenchRow {
  std::string kernel, device, id, api, driver, type;  ///< id: "vulkan:0"; type: "discrete", "software", ...
  std::array<int, 4> lattice{};
  std::array<int, 4> ranks{1, 1, 1, 1};  ///< domains along each direction
  /// How domains exchange halos; empty on one rank.
  std::string transport;
  std::string precision;
  std::string half_format;  ///< "fixed" or "float" in half precision, else empty
  int reconstruct = 0;
  std::string storage;
  std::uint32_t workgroup = 0;
  double seconds = 0;                        ///< median time of one run
  double low_seconds = 0, high_seconds = 0;  ///< quantiles of 10 and 90 percent; 0: unknown
  double spread = 0;                         ///< (slowest - fastest batch) / median
  double device_seconds = 0;  ///< kernel time of one run by the device's timestamps; 0: no timestamps
  std::map<std::string, double> kernel_seconds;  ///< device_seconds by kernel; not in json()
  double processor_seconds = 0;                  ///< CPU time of the host for one run
  // Times of the CPU reference in double precision and, where it exists, in single; 0: not measured (`bench
  // --reference`).
  double reference_seconds = 0, reference_processor_seconds = 0, reference_single_seconds = 0;
  double gflops = 0, gbytes_per_s = 0, copy_gbytes_per_s = 0;
  std::string version, time;  ///< glueball's version; time of measurement in UTC
  double load = 0;            ///< load average of the machine over the minute before
  int processors = 0;         ///< processors of the machine

  void set(const LatticeOptions& options);
  double fraction_of_copy() const { return copy_gbytes_per_s > 0 ? gbytes_per_s / copy_gbytes_per_s : 0; }
  /// The speed relative to the CPU reference in double precision.
  double against_reference() const { return reference_seconds / seconds; }
  double volume() const { return double(lattice[0]) * lattice[1] * lattice[2] * lattice[3]; }
  /// For example "single" or "half (float)".
  std::string precision_text() const;
  bool on_several_ranks() const { return ranks != std::array{1, 1, 1, 1}; }
  /// For example "8x8x8x16" or "16^4".
  std::string lattice_text() const;
  /// Returns one JSON object on one line.
  std::string json() const;
};

/// Returns a row with the device, driver and version, and with the present time and load of the machine.
BenchRow row_of(const gpu::DeviceInfo& device);
/// Returns the same as JSON keys.
nlohmann::ordered_json machine_json(const gpu::DeviceInfo& device);

/// Reads the output of `glueball bench --json`. Lines of comparisons, of `bench restart` and of `bench hmc`
/// are skipped. Throws Error(bad_file) with file and line for anything else, and for a file without any row.
std::vector<BenchRow> read_bench(const std::filesystem::path& file);

/// One kernel's times in this run and in an earlier one.
struct BenchComparison {
  std::string kernel, lattice;
  double old_seconds = 0, new_seconds = 0;
  std::string note;  ///< why there is no ratio; empty if there is one

  double ratio() const { return old_seconds > 0 ? new_seconds / old_seconds : 0; }
  /// True if the kernel became slower by more than this many percent.
  bool regression(double tolerance_percent) const {
    return note.empty() && ratio() > 1 + tolerance_percent / 100;
  }
};

/// Returns one entry for each row of either run. Kernels that only one run has, or that differ in lattice,
/// precision, half format or links, have a note instead of a ratio.
std::vector<BenchComparison> compare(const std::vector<BenchRow>& earlier, const std::vector<BenchRow>& now);

/// Lists the differences between two runs' machines, one line each: device, API, driver.
std::vector<std::string> differences(const BenchRow& earlier, const BenchRow& now);

}  // namespace glueball
