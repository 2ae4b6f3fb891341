// A configuration brought to a gauge: annealing, relaxation in single and in double precision, the residual
// gauge.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "fix/gauge_fixer.hpp"
#include "lattice/divergence.hpp"

namespace glueball {

enum class FixMethod { overrelaxation, stochastic, annealing, fourier };
enum class FixPrecision { single, double_, mixed };

/// A heatbath whose temperature falls evenly from `hottest` to `coldest`, each sweep followed by
/// microcanonical ones.
struct AnnealingSchedule {
  double hottest = 1.6, coldest = 0.3;
  int sweeps = 1000;
  int microcanonical = 3;

  double temperature(long sweep) const;
};

struct FixParameters {
  Gauge gauge = Gauge::landau;
  bool residual = false;  ///< after the maximally Abelian gauge, Landau's for what it leaves free
  FixMethod method = FixMethod::overrelaxation;
  double omega = 1.7;  ///< also of the relaxation after annealing
  int power = 1;       ///< 0: omega exactly; 1, 2: its expansion to that order
  double chance = 0.6;
  AnnealingSchedule annealing;
  double alpha = 0.08;         ///< step of Fourier acceleration; see GaugeFixer::accelerated
  double momentum = 0.8;       ///< of Fourier steps, begun anew at each measurement
  double fourier_from = 1e-2;  ///< theta from which on relaxation leaves the rest to it
  double theta = 1e-12;
  bool largest =
      false;  ///< theta is the largest of all sites, not their mean; in Coulomb gauge a time slice at a time
  int interval = 50;            ///< sweeps between measurements; of Fourier steps half of it
  long max_iterations = 20000;  ///< of a relaxation, annealing apart
  FixPrecision precision = FixPrecision::mixed;
  Grain grain = Grain::site;
  std::uint64_t seed = 1;

  /// Throws Error(bad_value) for what makes no sense.
  void check() const;
};

/// What is done one after the other.
struct FixStage {
  Gauge gauge;
  bool anneals;
  gpu::Precision precision;
  double theta;          ///< where it ends
  bool fourier = false;  ///< by Fourier acceleration

  std::string name() const;  ///< "annealing", "landau single", ...
};
std::vector<FixStage> stages(const FixParameters& parameters);

/// How far it is.
struct FixPoint {
  int stage = 0;
  long sweeps = 0;      ///< of the stage
  long iterations = 0;  ///< of all stages: sweeps, microcanonical ones among them
  double seconds = 0;   ///< they took, without the making of pipelines
};

/// Theta as the parameters mean it.
double theta_of(const FixParameters& parameters, Gauge gauge, const GaugeState& state);
double theta_of(const FixParameters& parameters, Gauge gauge, const Divergence& state);

class GaugeFixing {
 public:
  /// What is known after every interval; where it returns false, the fixing stops.
  struct Report {
    const FixPoint& at;
    const FixStage& stage;
    const GaugeState& state;
    const GaugeFixer& fixer;
  };
  using Observer = std::function<bool(const Report&)>;
  enum class End { converged, too_long, stopped };

  /// `u` must outlive this; of a lattice that is split (options.domain) it is this rank's part, and so are
  /// transformations. Throws Error(bad_value) as FixParameters::check, Error(device) where double
  /// precision is asked for and the device has none; `mixed` is single there.
  GaugeFixing(gpu::Device& device, const LatticeOptions& options, const Configuration& u,
              const FixParameters& parameters);

  /// Goes on from `g` at `point`; both are then where it ended, g in SU(3) unless it was stopped. A function
  /// of the links, g, point and the parameters alone: who goes on from what an observer kept, or from where
  /// it stopped it, reaches the same bits; from where it gave up, if the limit was a multiple of the
  /// interval.
  End run(Transformation& g, FixPoint& point, const Observer& observer);

  /// Calls `hook` between sweeps, with the device done; its time does not count. It must leave the fixer
  /// alone.
  void between_sweeps(std::function<void()> hook) { hook_ = std::move(hook); }

  const FixParameters& parameters() const { return p_; }

 private:
  End run_stage(const FixStage& stage, GaugeFixer& fixer, FixPoint& point, const Observer& observer);
  void anneal_some(GaugeFixer& fixer, FixPoint& point, long last);
  void relax_some(const FixStage& stage, GaugeFixer& fixer, FixPoint& point);
  void pause(const GaugeFixer& fixer, FixPoint& point);

  gpu::Device& device_;
  LatticeOptions options_;
  const Configuration& u_;
  FixParameters p_;
  std::function<void()> hook_;
};

}  // namespace glueball
