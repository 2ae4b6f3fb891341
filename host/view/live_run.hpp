// A run that goes on while one looks at it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "field/device_lattice.hpp"
#include "field/field.hpp"
#include "fix/gauge_fixer.hpp"
#include "lattice/configuration.hpp"
#include "linalg/global_sums.hpp"
#include "run/step_record.hpp"

namespace glueball::view {

enum class RunKind { fixed, heatbath, hmc, flow, fix };

/// What a run starts from; a run takes those that it knows.
struct RunParameters {
  double beta = 6.0;
  double c1 = 0;            ///< coefficient of the rectangles
  int overrelaxation = 4;   ///< sweeps after each heatbath sweep
  double kappa = 0;         ///< of HMC's two Wilson flavours; 0: pure gauge theory
  double tau = 1.0;         ///< length of a trajectory
  int steps = 10;           ///< of a trajectory
  double flow_step = 0.02;  ///< of the gradient flow
  Gauge gauge = Gauge::landau;
  double omega = 1.7;  ///< of overrelaxation in gauge fixing
  int sweeps = 10;     ///< of gauge fixing, a step
  std::uint64_t seed = 1;
};

/// A number that may be changed while the run goes on.
struct LiveParameter {
  std::string name;  ///< as a flag without dashes: "beta"
  double value, lowest, highest;
};

/// A history: y over x (sweeps, trajectories, flow time).
struct Series {
  std::vector<double> x, y;
  void add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
};

/// One state of the links after another. Work is queued on the device of the lattice; the fields it hands out
/// are only read by those who look.
class LiveRun {
 public:
  virtual ~LiveRun() = default;

  virtual RunKind kind() const = 0;
  /// One sweep, trajectory, flow step or a few gauge-fixing sweeps, and what is measured after it. A fixed
  /// configuration stays what it is.
  void step();

  virtual const DeviceLattice& lattice() const = 0;
  /// The links now, on the device, with the neighbours' where the lattice is split; good until the next step.
  virtual const GaugeField& links() = 0;
  /// The gauge transformation that the residual is that of; none: 1.
  virtual const TransformField* transform() { return nullptr; }
  /// And the gauge.
  virtual Gauge gauge() const { return Gauge::landau; }
  /// The links now, of several ranks this one's part, for a checkpoint: what `glueball measure` of the file
  /// then says is what the histories say.
  virtual Configuration configuration() = 0;

  /// Counts the states of the links, and of the transformation: the same number, the same fields.
  std::uint64_t version() const { return version_; }
  /// Steps done.
  int steps() const { return steps_; }
  /// "sweep 120", "trajectory 7", "flow time 0.84", "gauge-fixing sweep 300"; empty for a fixed
  /// configuration.
  virtual std::string label() const = 0;
  /// What the histories are functions of: "sweep", "trajectory", "flow time"...; empty for a fixed
  /// configuration.
  virtual std::string unit() const = 0;
  /// Where the run is in those units.
  virtual double position() const { return double(steps_); }
  /// The least a step moves between the device's memory and processor; 0 where nobody knows.
  virtual double bytes_per_step() const { return 0; }
  /// Seconds the last step took, the device waited for.
  double seconds() const { return seconds_; }

  virtual std::vector<LiveParameter> parameters() const { return {}; }
  /// Called now and then in the middle of a long step (between sweeps, or the moves of a trajectory), the
  /// device idle: a window goes on there. Links, transformation and version are still those of the step
  /// before; `links()` must not be asked for.
  virtual void on_pause(std::function<void()>) {}  // NOLINT(performance-unnecessary-value-param)
  /// Whether that is where we are.
  bool paused() const { return stepping_; }

  /// From the next step on. Throws Error(bad_value) for a name or value that there is not.
  void set(const std::string& name, double value);

  /// By name: "plaquette" (spatial and temporal together), "polyakov_re", "polyakov_im" (of any run);
  /// "delta_h", "accepted", "acceptance", "iterations" (hmc); "energy" (t^2 E; flow); "theta", "functional"
  /// (fix); "charge" where a picture needed it.
  const std::map<std::string, Series>& histories() const { return histories_; }
  /// Adds to a history at the present position.
  void record(const std::string& name, double value) { note(name, position(), value); }
  /// What a chain says of its last step, at the present position.
  void record(const StepRecord& record) { note(position(), record); }

 protected:
  LiveRun() = default;
  virtual void advance() = 0;
  /// One of parameters(), in range.
  virtual void change(const std::string& name, double value) { (void)name, (void)value; }
  /// The same at another place.
  void note(const std::string& name, double at, double value) { histories_[name].add(at, value); }
  void note(double at, const StepRecord& record);
  /// Plaquette and Polyakov loop of `links()`.
  void measure();
  /// To be called by those who change links between steps.
  void changed() { ++version_; }

 private:
  std::map<std::string, Series> histories_;
  std::unique_ptr<GlobalSums> sums_;
  std::uint64_t version_ = 1;
  int steps_ = 0;
  double seconds_ = 0;
  bool stepping_ = false;
};

/// A run of a kind from a configuration, or from this rank's part of one. Throws Error as the classes of
/// host/update, host/flow and host/fix do, and Error(bad_value) for gauge fixing on several ranks.
std::unique_ptr<LiveRun> make_live_run(gpu::Device& device, const LatticeOptions& options, RunKind kind,
                                       const RunParameters& parameters, const Configuration& start);

}  // namespace glueball::view
