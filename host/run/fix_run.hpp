// Gauge fixing of a configuration from one or several starts: copies are computed one after the other, and
// the best is kept.
#pragma once

#include <functional>
#include <optional>

#include "run/fix_records.hpp"

namespace glueball {

struct FixSettings {
  FixParameters parameters{};  ///< parameters of the first copy
  int copies = 1;
  bool random_start = false;     ///< starts from random transformations instead of g = 1
  int checkpoint_interval = 20;  ///< measurements between written states
  double flops_of_site = 0;      ///< flops of a sweep for each site, for FixedCopy::gflops

  /// Returns the parameters with the seed of a copy.
  FixParameters of_copy(int copy) const;
};

/// Returns the result for links that are in the gauge already, computed on the CPU. Returns nothing if they
/// are not, or if the start is random.
std::optional<FixedCopy> already_fixed(const Configuration& u, const FixSettings& settings);

/// The progress of a copy after each interval of measurements.
struct FixProgress {
  int copy = 0;
  double theta = 0;  ///< as the parameters define it
  double way = 0;  ///< progress of the copy from 0 to below 1, by the logarithm of theta; 0 during annealing
  const GaugeFixing::Report& report;
};

class FixRun {
 public:
  /// `u`, with links in SU(3), and the device must outlive this. On several ranks (options.domain) `u` is
  /// this rank's part, and rank 0 has the whole configuration in `whole`, which other ranks ignore. Throws
  /// Error(bad_value) as FixParameters::check does.
  FixRun(gpu::Device& device, const LatticeOptions& options, const Configuration& u,
         const FixSettings& settings, const Configuration* whole = nullptr);

  /// Keeps the run's records in `directory`, which must outlive this. Throws as RunDirectory does.
  void begin(RunDirectory& directory, FixProvenance provenance);
  /// Resumes the run in `directory`. Returns true if the last line of its history was incomplete and was
  /// dropped. Throws Error(bad_file) as FixRecords::resume does.
  bool resume(RunDirectory& directory, FixProvenance provenance);
  /// Sends what rank 0 has found in the directory to all ranks. All must call it after rank 0's `begin` or
  /// `resume`.
  void share();
  /// Calls `hook` between sweeps, when the device has finished; its time does not count.
  void between_sweeps(std::function<void()> hook) { hook_ = std::move(hook); }

  /// True if nothing was done yet, by this process or the one that it resumes.
  bool fresh() const { return state_.fresh(); }
  /// Returns how many copies were begun, by this process or the one that it resumes.
  int begun() const { return int(state_.done.size()) + (state_.going ? 1 : 0); }
  bool finished() const { return int(state_.done.size()) >= settings_.copies; }

  /// Receives the progress of a copy. If it returns false, the run stops and its state is kept.
  using Observer = std::function<bool(const FixProgress&)>;
  /// Makes the next copy, or returns nothing if the observer stopped it. A copy that does not converge is no
  /// error. Throws as GaugeFixing does, and as the files of a directory do.
  std::optional<FixedCopy> advance(const Observer& observer);
  /// Records the unchanged links as a copy: the result of already_fixed.
  void keep_as_it_is(const FixedCopy& copy);

  const std::vector<FixedCopy>& copies() const { return state_.done; }
  /// Returns the copy with the largest functional, with converged ones first. There must be a copy.
  const FixedCopy& best() const { return *state_.best; }
  /// Returns the transformation on the whole lattice, on rank 0.
  const Transformation& best_transformation() const { return state_.best_g; }

 private:
  bool observe(int copy, const GaugeFixing::Report& report, const Observer& observer);
  /// Returns all links that this rank has.
  const Configuration& whole() const { return whole_ != nullptr ? *whole_ : u_; }
  /// These collect all ranks' parts on rank 0, and distribute its field to the ranks.
  Transformation gathered(Transformation part) const;
  Transformation scattered(Transformation whole) const;
  FixedCopy result(int copy, const FixPoint& point, bool converged, const Transformation& g) const;
  void keep(const FixedCopy& copy, const Transformation& g);

  gpu::Device& device_;
  LatticeOptions options_;
  const Configuration& u_;
  const Configuration* whole_;
  FixSettings settings_;
  std::optional<FixRecords> records_;
  bool kept_ = false;  ///< true if rank 0 keeps records
  FixState state_;
  std::function<void()> hook_;
  double first_theta_ = 0;
  int measurements_ = 0;
};

}  // namespace glueball
