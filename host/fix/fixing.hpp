// Gauge fixing of a configuration: annealing, relaxation in single and double precision, and the residual
// gauge.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "field/memory_need.hpp"
#include "fix/gauge_fixer.hpp"
#include "lattice/gauge_condition.hpp"

namespace glueball {

enum class FixMethod { overrelaxation, stochastic, annealing, fourier };
enum class FixPrecision { single, double_, mixed };

/// Simulated annealing: a heatbath whose temperature falls linearly from `hottest` to `coldest`.
/// Microcanonical sweeps follow each heatbath sweep.
struct AnnealingSchedule {
  double hottest = 1.6, coldest = 0.3;
  int sweeps = 1000;
  int microcanonical = 3;

  double temperature(long sweep) const;
};

struct FixParameters {
  Gauge gauge = Gauge::landau;
  bool residual = false;  ///< after the maximally Abelian gauge, fixes its residual symmetry to Landau gauge
  FixMethod method = FixMethod::overrelaxation;
  double omega = 1.7;  ///< also for the relaxation after annealing
  int power = 1;       ///< 0: exact power; 1, 2: expansion to that order
  double chance = 0.6;
  AnnealingSchedule annealing;
  double alpha = 0.08;         ///< step of Fourier acceleration; see GaugeFixer::accelerated
  double momentum = 0.8;       ///< momentum of Fourier steps; it is reset at each measurement
  double fourier_from = 1e-2;  ///< theta below which Fourier acceleration replaces relaxation
  double theta = 1e-12;
  /// If true, theta is the maximum over sites instead of the mean; in Coulomb gauge for each time slice.
  bool largest = false;
  int interval = 50;            ///< sweeps between measurements; half of it for Fourier steps
  long max_iterations = 20000;  ///< limit for a relaxation; annealing does not count
  FixPrecision precision = FixPrecision::mixed;
  Grain grain = Grain::site;
  std::uint64_t seed = 1;

  /// Throws Error(bad_value) for invalid parameters.
  void check() const;
};

/// One stage of the fixing; stages follow each other.
struct FixStage {
  Gauge gauge;
  bool anneals;
  gpu::Precision precision;
  double theta;          ///< the stage ends below this theta
  bool fourier = false;  ///< by Fourier acceleration

  std::string name() const;  ///< "annealing", "landau single", ...
};
std::vector<FixStage> stages(const FixParameters& parameters);

/// The progress of a fixing.
struct FixPoint {
  int stage = 0;
  long sweeps = 0;      ///< sweeps of this stage
  long iterations = 0;  ///< sweeps of all stages, microcanonical ones included
  double seconds = 0;   ///< their duration, without the creation of pipelines
};

/// Returns the theta that the parameters define.
double theta_of(const FixParameters& parameters, Gauge gauge, const GaugeState& state);
double theta_of(const FixParameters& parameters, Gauge gauge, const Divergence& state);

/// Runs the stages of a gauge fixing on a device.
class GaugeFixing {
 public:
  /// The state after each interval. The fixing stops if the observer returns false.
  struct Report {
    const FixPoint& at;
    const FixStage& stage;
    const GaugeState& state;
    const GaugeFixer& fixer;
  };
  using Observer = std::function<bool(const Report&)>;
  enum class End { converged, too_long, stopped };

  /// `u` must outlive this. On a split lattice (options.domain) `u` and transformations are this rank's part.
  /// Throws Error(bad_value) as FixParameters::check does, and Error(device) if double precision is required
  /// and the device has none. `mixed` uses only single precision on such a device.
  GaugeFixing(gpu::Device& device, const LatticeOptions& options, const Configuration& u,
              const FixParameters& parameters);

  /// Continues from `g` at `point`, and sets both to where it ends. `g` is projected to SU(3) unless an
  /// observer stopped the fixing. The result is a function of links, g, point and parameters alone. A run
  /// that resumes from what an observer stored, or from where it stopped, reaches the same bits. So does one
  /// that resumes after too many iterations, if the limit was a multiple of the interval.
  End run(Transformation& g, FixPoint& point, const Observer& observer);

  /// Calls `hook` between sweeps when the device has finished; its time does not count. The hook must not use
  /// the fixer.
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

/// Returns the memory of the stage that needs most. Throws as GaugeFixing does.
MemoryNeed fix_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                      const FixParameters& parameters);

}  // namespace glueball
