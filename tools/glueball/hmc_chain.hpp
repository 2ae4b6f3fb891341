// Hybrid Monte Carlo as a chain that a run drives.
#pragma once

#include "chain_run.hpp"
#include "update/hmc.hpp"

namespace glueball::app {

class HmcChain : public MarkovChain {
 public:
  /// Trajectories before step `first_counted` are kept out of the averages.
  HmcChain(gpu::Device& device, gpu::Storage storage, const HmcParameters& parameters, const Configuration& start,
           int first_counted)
      : parameters_(parameters), first_counted_(first_counted), hmc_(device, storage, parameters, start) {}

  /// Throws Error(not_converged) also where dH is not finite.
  void advance(int step) override;
  bool records_every_step() const override { return true; }
  StepRecord record() override;
  void check(int, const StepRecord&) const override {}  // `advance` has looked at dH
  const DeviceLattice& lattice() const override { return hmc_.lattice(); }
  const GaugeField& links() override { return hmc_.links(); }
  Configuration configuration() const override { return hmc_.configuration(); }
  std::string parameters() const override;
  void count(int step, const StepRecord& record) override;
  std::string note() const override;
  void summarize(Json& summary) override;
  std::string rows_before() const override;
  std::string rows_after() override;

 private:
  double acceptance() const { return all_ > 0 ? double(accepted_) / all_ : 0; }
  std::string kernel_times();

  HmcParameters parameters_;
  int first_counted_;
  Hmc hmc_;
  Trajectory last_;
  int all_ = 0, accepted_ = 0, counted_accepted_ = 0;
  long long cg_iterations_ = 0;
  std::vector<double> plaquette_, boltzmann_;  ///< counted; exp(-dH)
};

}  // namespace glueball::app
