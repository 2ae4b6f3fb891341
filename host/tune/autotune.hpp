// Choice of storage, workgroup size, reconstruction, threads a site and right-hand sides by a short measured
// search, whose result is stored.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "field/device_lattice.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "tune/tuned_choices.hpp"

namespace glueball {

/// A request for the options that make a benchmark fastest on a lattice. Only options that are `free` may
/// change; the others keep their value in `options`.
struct TuneRequest {
  const kernel_specs::Benchmark* workload;  ///< a benchmark of some kernel spec
  Geometry geometry;
  LatticeOptions options;
  bool storage_free = true, workgroup_free = true, reconstruct_free = false;
  bool images = true;  ///< try images as storage
  bool threads_per_site_free = false;
  bool two_per_site = true;  ///< try two threads a site; otherwise only one and four
  /// Numbers of right-hand sides to try, the default first. More than one need a workload with make_block.
  std::vector<int> blocks = {1};
};

/// The result of a search.
struct TuneRecord {
  const TuneRequest& request;
  const gpu::DeviceInfo& device;
  Choice choice;
  double seconds = 0;  ///< duration of the search
};

/// Functions that receive the result of every search, and faults of the cache.
struct TuneHooks {
  std::function<void(const TuneRecord&)> found{};
  CacheTrouble trouble{};
};

/// Searches for options, and stores its choices.
class Autotuner {
 public:
  /// Lattices with fewer sites are not searched for: work on them is too short to matter.
  static constexpr std::size_t kLeastVolume = 16384;

  /// Choices are stored in DIRECTORY/tune.json, or not at all without a directory.
  explicit Autotuner(std::filesystem::path directory, TuneHooks hooks = {})
      : directory_(std::move(directory)), hooks_(std::move(hooks)) {}

  /// Returns the choice of an earlier run for this device, driver, set of shaders, workload, precision,
  /// lattice and request. If there is none, it searches for at most `budget` seconds beyond the first
  /// measurement. A search that ran out of time continues in the next run. Returns nothing on small lattices.
  /// Faults of the cache are only reported.
  std::optional<Choice> choose(gpu::Device& device, const TuneRequest& request,
                               std::optional<double> budget = {}) const;

  /// Searches without regard to cache and volume; it continues an earlier search.
  Choice search(gpu::Device& device, const TuneRequest& request, double budget,
                const std::optional<Choice>& earlier = {}) const;

  /// Returns the key under which a choice is stored.
  static std::string key(const gpu::DeviceInfo& device, const TuneRequest& request);
  std::optional<Choice> find(const std::string& key) const;
  void keep(const std::string& key, const Choice& choice) const;
  std::filesystem::path path() const { return directory_ / "tune.json"; }

 private:
  std::filesystem::path directory_;
  TuneHooks hooks_;
};

/// Requests the number of right-hand sides, out of `columns`, to solve at once, on a lattice whose options
/// are chosen. Numbers are even: an odd number costs as much as one more. The benchmark is conjugate
/// gradients of Wilson, naive staggered or HISQ quarks, selected by their hop's kernel.
TuneRequest block_request(std::string_view hop, const Geometry& geometry, const LatticeOptions& options,
                          int columns);

/// Returns `options` with the choice of a search.
LatticeOptions applied(LatticeOptions options, const Choice& choice);

/// For example "single", "half" or "half (float)".
std::string name_of_precision(const LatticeOptions& options);
/// For example "fields in texel, workgroups of 64, 12 reals a link, 1 thread a site".
std::string describe(const LatticeOptions& options);

}  // namespace glueball
