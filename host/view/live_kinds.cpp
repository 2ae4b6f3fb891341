// The kinds of runs that a window can show.
#include <fmt/format.h>

#include <memory>

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "flow/flow.hpp"
#include "halo/halo.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "measure/clover.hpp"
#include "run/heatbath_chain.hpp"
#include "run/hmc_chain.hpp"
#include "view/live_run.hpp"

namespace glueball::view {
namespace {

class FixedRun : public LiveRun {
 public:
  FixedRun(gpu::Device& device, const LatticeOptions& options, const Configuration& start)
      : start_(start), lattice_(device, start.geometry(), options), u_(lattice_) {
    upload(start, u_);
    Halo(lattice_).exchange(u_);
    measure();
  }
  RunKind kind() const override { return RunKind::fixed; }
  const DeviceLattice& lattice() const override { return lattice_; }
  const GaugeField& links() override { return u_; }
  Configuration configuration() override { return start_; }
  std::string label() const override { return ""; }
  std::string unit() const override { return ""; }

 protected:
  void advance() override {}

 private:
  Configuration start_;
  DeviceLattice lattice_;
  GaugeField u_;
};

/// A chain of run/, as the commands run it.
class LiveChain : public LiveRun {
 public:
  Configuration configuration() override { return chain_->configuration(); }
  std::string label() const override { return fmt::format("{} {}", unit(), steps()); }
  void on_pause(std::function<void()> hook) override {
    hook_ = std::move(hook);
    chain_->on_pause(hook_);
  }

 protected:
  /// Replaces the previous chain.
  void begin(std::unique_ptr<MarkovChain> chain) {
    chain_ = std::move(chain);
    if (hook_) chain_->on_pause(hook_);
  }
  void advance() override {
    chain_->advance(steps() + 1);
    const StepRecord record = chain_->record();
    chain_->count(record);
    note(steps() + 1, record);
  }

 private:
  std::unique_ptr<MarkovChain> chain_;
  std::function<void()> hook_;
};

class HeatbathRun : public LiveChain {
 public:
  HeatbathRun(gpu::Device& device, const LatticeOptions& options, const RunParameters& p,
              const Configuration& start)
      : overrelaxation_(p.overrelaxation) {
    auto chain = std::make_unique<HeatbathChain>(
        device, options,
        HeatbathParameters{
            .couplings = {.beta = p.beta, .c1 = p.c1}, .overrelaxation = p.overrelaxation, .seed = p.seed},
        start);
    heatbath_ = chain.get();
    begin(std::move(chain));
    measure();
  }
  RunKind kind() const override { return RunKind::heatbath; }
  const DeviceLattice& lattice() const override { return heatbath_->lattice(); }
  const GaugeField& links() override { return heatbath_->links(); }
  std::string unit() const override { return "sweep"; }
  std::vector<LiveParameter> parameters() const override {
    return {{"beta", heatbath_->couplings().beta, 0, 1000}};
  }
  double bytes_per_step() const override {
    // For the links of a direction and parity the three other directions are read everywhere, and the own
    // direction on both parities; its links are written.
    return (1 + overrelaxation_) * double(lattice().geometry().volume()) * 4 * 9 *
           lattice().options().reconstruct * 4;
  }

 protected:
  void change(const std::string&, double value) override {
    GaugeCouplings couplings = heatbath_->couplings();
    couplings.beta = value;
    heatbath_->set_couplings(couplings);
  }

 private:
  int overrelaxation_;
  HeatbathChain* heatbath_ = nullptr;  ///< owned by LiveChain
};

/// A chain of HMC. It is made again when a parameter of its action changes, with its own copy of the links to
/// show.
class HmcRun : public LiveChain {
 public:
  HmcRun(gpu::Device& device, const LatticeOptions& options, const RunParameters& p,
         const Configuration& start)
      : device_(device), options_(options), lattice_(device, start.geometry(), options), u_(lattice_) {
    parameters_.beta = p.beta;
    parameters_.c1 = p.c1;
    parameters_.kappa = p.kappa;
    parameters_.tau = p.tau;
    parameters_.steps = p.steps;
    parameters_.seed = p.seed;
    if (options.domain) parameters_.energies = Energies::device;
    begin(start);
    measure();
  }
  RunKind kind() const override { return RunKind::hmc; }
  const DeviceLattice& lattice() const override { return lattice_; }
  const GaugeField& links() override {
    if (uploaded_ != version()) {
      upload(configuration(), u_);
      Halo(lattice_).exchange(u_);
    }
    uploaded_ = version();
    return u_;
  }
  std::string unit() const override { return "trajectory"; }
  std::vector<LiveParameter> parameters() const override {
    std::vector<LiveParameter> all{{"beta", parameters_.beta, 0, 1000}};
    if (parameters_.kappa != 0) all.push_back({"kappa", parameters_.kappa, 0.01, 1});
    return all;
  }

 protected:
  void change(const std::string& name, double value) override {
    (name == "beta" ? parameters_.beta : parameters_.kappa) = value;
    begin(configuration());
  }

 private:
  void begin(const Configuration& start) {
    LiveChain::begin(
        std::make_unique<HmcChain>(device_, options_, settled(parameters_), start, HmcControl{}));
  }

  gpu::Device& device_;
  LatticeOptions options_;
  HmcParameters parameters_;
  DeviceLattice lattice_;
  GaugeField u_;
  std::uint64_t uploaded_ = 0;
};

class FlowRun : public LiveRun {
 public:
  FlowRun(gpu::Device& device, const LatticeOptions& options, const RunParameters& p,
          const Configuration& start)
      : eps_(p.flow_step),
        lattice_(device, start.geometry(), options),
        flow_(lattice_, kWilsonFlow),
        clover_(lattice_) {
    flow_.start(start);
    measure();
  }
  RunKind kind() const override { return RunKind::flow; }
  const DeviceLattice& lattice() const override { return lattice_; }
  const GaugeField& links() override { return flow_.links(); }
  Configuration configuration() override { return flow_.configuration(); }
  std::string label() const override { return fmt::format("flow time {:.2f}", flow_.time()); }
  std::string unit() const override { return "flow time"; }
  double position() const override { return flow_.time(); }
  double bytes_per_step() const override {
    return 3 * double(lattice_.geometry().volume()) * kernel_specs::of<kernels::FlowStep>().bytes(lattice_);
  }

 protected:
  void advance() override {
    flow_.step(eps_);
    const auto density = clover_.measure(flow_.links());
    record("energy", flow_.time() * flow_.time() * density.energy());
    record("charge", density.charge);
  }

 private:
  double eps_;
  DeviceLattice lattice_;
  GradientFlow flow_;
  CloverMeasurement clover_;
};

class FixRun : public LiveRun {
 public:
  FixRun(gpu::Device& device, const LatticeOptions& options, const RunParameters& p,
         const Configuration& start)
      : start_(start),
        sweeps_(p.sweeps),
        omega_(p.omega),
        lattice_(device, start.geometry(), options),
        fixer_(lattice_, start, p.gauge, preferred_grain(device)) {
    measure();
    report();
  }
  RunKind kind() const override { return RunKind::fix; }
  const DeviceLattice& lattice() const override { return lattice_; }
  const GaugeField& links() override { return fixer_.links(); }
  const TransformField* transform() override { return &fixer_.transform(); }
  Gauge gauge() const override { return fixer_.gauge(); }
  Configuration configuration() override { return gauge_transformed(start_, fixer_.transformation()); }
  std::string label() const override { return fmt::format("gauge-fixing sweep {}", steps() * sweeps_); }
  std::string unit() const override { return "sweep"; }
  double position() const override { return double(steps()) * sweeps_; }
  std::vector<LiveParameter> parameters() const override { return {{"omega", omega_, 1, 1.99}}; }

 protected:
  void advance() override {
    for (int n = 0; n < sweeps_; ++n) fixer_.relax(omega_, 1);
    report();
  }
  void change(const std::string&, double value) override { omega_ = value; }

 private:
  void report() {
    const GaugeState state = fixer_.measure();
    note("theta", double(done_) * sweeps_, state.theta);
    note("functional", double(done_) * sweeps_, state.functional);
    ++done_;
  }

  Configuration start_;
  int sweeps_, done_ = 0;
  double omega_;
  DeviceLattice lattice_;
  GaugeFixer fixer_;
};

}  // namespace

std::unique_ptr<LiveRun> make_live_run(gpu::Device& device, const LatticeOptions& options, RunKind kind,
                                       const RunParameters& p, const Configuration& start) {
  switch (kind) {
    case RunKind::fixed:
      break;
    case RunKind::heatbath:
      return std::make_unique<HeatbathRun>(device, options, p, start);
    case RunKind::hmc:
      return std::make_unique<HmcRun>(device, options, p, start);
    case RunKind::flow:
      return std::make_unique<FlowRun>(device, options, p, start);
    case RunKind::fix:
      if (options.domain)
        throw Error(ErrorKind::bad_value, "gauge fixing cannot be viewed on several ranks",
                    "start one process");
      return std::make_unique<FixRun>(device, options, p, start);
  }
  return std::make_unique<FixedRun>(device, options, start);
}

}  // namespace glueball::view
