// Hybrid Monte Carlo as a Markov chain for runs.
#pragma once

#include <optional>

#include "measure/statistics.hpp"
#include "run/markov_chain.hpp"
#include "update/hmc.hpp"
#include "update/step_tuner.hpp"

namespace glueball {

/// Statistics of topology over all trajectories, with overlap quarks.
struct TopologySummary {
  int refracted = 0, reflected = 0;  ///< at topological-sector boundaries
  int changed = 0;                   ///< trajectories whose final index differs from the previous one
  int index = 0;                     ///< index after the last one
};

/// Statistics of the trajectories after thermalization, unless stated otherwise.
struct HmcSummary {
  SeriesEstimate plaquette;
  SeriesEstimate exp_minus_delta_h;  ///< expected to be 1 (M. Creutz, Phys. Rev. D38 (1988) 1228)
  std::size_t trajectories = 0;
  int accepted = 0;
  int all = 0;                  ///< all trajectories, with those of thermalization
  int rejected_in_a_row = 0;    ///< longest series of rejected trajectories
  long long cg_iterations = 0;  ///< iterations of all trajectories
  std::optional<int> steps;     ///< steps of the outermost level, if they are tuned
  std::optional<ExpectedAcceptance>
      expected;  ///< acceptance predicted for these steps from the dH of the tuning
  std::optional<Reversibility> reversibility;  ///< the worst of all
  std::optional<TopologySummary> topology;     ///< with overlap quarks

  double acceptance() const { return trajectories == 0 ? 0 : accepted / double(trajectories); }
};

struct HmcControl {
  int first_counted =
      1;  ///< trajectories before it are thermalization: averages leave them out, and steps may be tuned
  double target_acceptance = 0;  ///< 0: steps are constant
  bool hot = false;              ///< true if the chain began with random links
};

class HmcChain : public MarkovChain {
 public:
  /// `parameters` must be a result of settled().
  HmcChain(gpu::Device& device, const LatticeOptions& options, const HmcParameters& parameters,
           const Configuration& start, const HmcControl& control);

  /// As Hmc::run.
  void advance(int step) override;
  bool records_every_step() const override { return true; }
  StepRecord record() override;
  const DeviceLattice& lattice() const override { return hmc_.lattice(); }
  const GaugeField& links() override { return hmc_.links(); }
  Configuration configuration() const override { return hmc_.configuration(); }
  Boundary boundary() const override { return parameters_.boundary; }
  bool in_double() const override { return MarkovChain::in_double() || hmc_.energies_on_device(); }
  std::optional<ChainRanlux>& ranlux() override { return hmc_.ranlux(); }
  std::string parameters() const override;
  std::vector<Monomial> monomials() const override { return parameters_.monomials; }
  void on_pause(std::function<void()> hook) override { hmc_.between_moves(std::move(hook)); }
  void count(const StepRecord& record) override;
  /// Warns of ten rejected trajectories in a row, and at the end of a chain that never moved.
  std::string warning(bool ended) const override;

  HmcSummary summary() const;
  Hmc& hmc() { return hmc_; }

 private:
  HmcParameters parameters_;
  HmcControl control_;
  std::optional<GaugeCouplings> gauge_;
  Hmc hmc_;
  std::optional<StepTuner> tuner_;
  Trajectory last_;
  int all_ = 0, accepted_ = 0, counted_accepted_ = 0;
  int rejected_ = 0, rejected_in_a_row_ = 0;  ///< rejections since the last acceptance; most in a row
  double rejected_delta_h_ = 0;               ///< dH of the last rejected trajectory
  long long cg_iterations_ = 0;
  std::vector<double> plaquette_, boltzmann_;   ///< plaquettes and exp(-dH) of counted trajectories
  std::optional<Reversibility> reversibility_;  ///< the worst
  std::optional<TopologySummary> topology_;
};

}  // namespace glueball
