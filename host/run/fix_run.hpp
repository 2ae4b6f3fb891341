// A configuration brought to a gauge from one or several starts: copies one after the other, the best kept.
#pragma once

#include <functional>
#include <optional>

#include "run/fix_records.hpp"

namespace glueball {

struct FixSettings {
  FixParameters parameters{};  ///< of the first copy
  int copies = 1;
  bool random_start = false;     ///< from random transformations, not from g = 1
  int checkpoint_interval = 20;  ///< measurements between states that are written
  double flops_of_site = 0;      ///< of a sweep, for FixedCopy::gflops

  /// The same with the seed of a copy.
  FixParameters of_copy(int copy) const;
};

/// What there is to say of links that are in the gauge as they are; nothing where they are not, or where the
/// start is random anyway. Computed on the CPU.
std::optional<FixedCopy> already_fixed(const Configuration& u, const FixSettings& settings);

/// How far a copy is, after every interval of measurements.
struct FixProgress {
  int copy = 0;
  double theta = 0;  ///< as the parameters mean it
  double way = 0;    ///< from 0 to below 1: of the copy, by the logarithm of theta; 0 while it anneals
  const GaugeFixing::Report& report;
};

class FixRun {
 public:
  /// `u`, of links in SU(3), and the device must outlive this. Of several ranks (options.domain) `u` is this
  /// one's part, and the first has all of it in `whole`, which is not looked at elsewhere. Throws
  /// Error(bad_value) as FixParameters::check.
  FixRun(gpu::Device& device, const LatticeOptions& options, const Configuration& u,
         const FixSettings& settings, const Configuration* whole = nullptr);

  /// From here on the run keeps what it has in `directory`, which must outlive this. Throws as RunDirectory
  /// does.
  void begin(RunDirectory& directory, FixStamp stamp);
  /// Goes on with the run in `directory`. Returns whether the last line of its history was not whole, which
  /// is then dropped. Throws Error(bad_file) as FixRecords::resume.
  bool resume(RunDirectory& directory, FixStamp stamp);
  /// Of several ranks the first alone keeps a directory: all call this after its `begin` or `resume`, and
  /// know then what it has found there.
  void share();
  /// Called between sweeps, the device done; its time does not count.
  void between_sweeps(std::function<void()> hook) { hook_ = std::move(hook); }

  /// Whether nothing was done yet, by this process or the one it goes on from.
  bool fresh() const { return state_.fresh(); }
  /// Copies that were begun, by this process or the one it goes on from.
  int begun() const { return int(state_.done.size()) + (state_.going ? 1 : 0); }
  bool finished() const { return int(state_.done.size()) >= settings_.copies; }

  /// Is told how far a copy is; where it returns false, the run stops, its state kept.
  using Observer = std::function<bool(const FixProgress&)>;
  /// The next copy; nothing where the observer stopped it. A copy that does not converge is no error. Throws
  /// as GaugeFixing and, where there is a directory, as its files do.
  std::optional<FixedCopy> advance(const Observer& observer);
  /// Takes the links as they are for a copy: what already_fixed has found.
  void keep_as_it_is(const FixedCopy& copy);

  const std::vector<FixedCopy>& copies() const { return state_.done; }
  /// Of those, once there are any, the one with the largest functional, converged ones first.
  const FixedCopy& best() const { return *state_.best; }
  /// Of the whole lattice, on the first rank.
  const Transformation& best_transformation() const { return state_.best_g; }

 private:
  bool observe(int copy, const GaugeFixing::Report& report, const Observer& observer);
  /// All links there are on this rank.
  const Configuration& whole() const { return whole_ != nullptr ? *whole_ : u_; }
  /// Of all ranks' parts what the first is to keep, and the parts of what it has kept.
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
  bool kept_ = false;  ///< by the first rank
  FixState state_;
  std::function<void()> hook_;
  double first_theta_ = 0;
  int measurements_ = 0;
};

}  // namespace glueball
