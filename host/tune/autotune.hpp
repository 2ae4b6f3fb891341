// Storage, workgroup size, reconstruction, invocations a site and right-hand sides chosen by a short measured
// search, and remembered.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cards/card.hpp"
#include "field/device_lattice.hpp"
#include "tune/tuned_choices.hpp"

namespace glueball {

/// What to search for: the options that make a benchmark fastest on a lattice. Those that are `free` may
/// change; the others keep the value they have in `options`.
struct TuneRequest {
  const cards::Benchmark* workload;  ///< on some card
  Geometry geometry;
  LatticeOptions options;
  bool storage_free = true, workgroup_free = true, reconstruct_free = false;
  bool images = true;  ///< whether images are tried as storage
  bool lanes_free = false;
  bool pairs = true;  ///< whether two lanes are tried, or one and four alone
  /// Right-hand sides to try, the default first; of more than one only for a workload with make_block.
  std::vector<int> blocks = {1};
};

/// What a search has found.
struct TuneRecord {
  const TuneRequest& request;
  const gpu::DeviceInfo& device;
  Choice choice;
  double seconds = 0;  ///< the search took
};

/// Who is told: of every search that was done, and of a cache that does not work.
struct TuneHooks {
  std::function<void(const TuneRecord&)> found{};
  CacheTrouble trouble{};
};

class Autotuner {
 public:
  /// Lattices below this are not searched for: nothing on them lasts long enough.
  static constexpr std::size_t kLeastVolume = 16384;

  /// Choices are kept in DIRECTORY/tune.json, nowhere without a directory.
  explicit Autotuner(std::filesystem::path directory, TuneHooks hooks = {})
      : directory_(std::move(directory)), hooks_(std::move(hooks)) {}

  /// What was found in an earlier run for this device, driver, set of shaders, workload, precision, lattice
  /// and question; otherwise, on a lattice that is large enough, what a search finds: at most `budget`
  /// seconds beyond the first measurement. A search that had no time for all goes on in the next run.
  /// Nothing on small lattices. A cache that is damaged or cannot be written is told of, no more.
  std::optional<Choice> choose(gpu::Device& device, const TuneRequest& request,
                               std::optional<double> budget = {}) const;

  /// The same without looking at the cache or the volume; it goes on from what an earlier search found.
  Choice search(gpu::Device& device, const TuneRequest& request, double budget,
                const std::optional<Choice>& earlier = {}) const;

  /// Under which a choice is kept.
  static std::string key(const gpu::DeviceInfo& device, const TuneRequest& request);
  std::optional<Choice> find(const std::string& key) const;
  void keep(const std::string& key, const Choice& choice) const;
  std::filesystem::path path() const { return directory_ / "tune.json"; }

 private:
  std::filesystem::path directory_;
  TuneHooks hooks_;
};

/// Asks how many of `columns` right-hand sides to solve for at once, on a lattice whose options are chosen:
/// an odd number goes with nothing as one more. It is measured with conjugate gradients of Wilson, naive
/// staggered or HISQ quarks, by the kernel of their hop.
TuneRequest block_request(std::string_view hop, const Geometry& geometry, const LatticeOptions& options,
                          int columns);

/// `options` with what a search has chosen.
LatticeOptions applied(LatticeOptions options, const Choice& choice);

/// "single", "half", "half (float)"
std::string name_of_precision(const LatticeOptions& options);
/// "fields in texel, workgroups of 64, 12 reals a link, 1 invocation a site"
std::string describe(const LatticeOptions& options);

}  // namespace glueball
