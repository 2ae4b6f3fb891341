// Heatbath and overrelaxation as a Markov chain for runs.
#pragma once

#include "run/markov_chain.hpp"
#include "update/heatbath.hpp"

namespace glueball {

class HeatbathChain : public MarkovChain {
 public:
  HeatbathChain(gpu::Device& device, const LatticeOptions& options, const HeatbathParameters& parameters,
                const Configuration& start)
      : couplings_(parameters.couplings), heatbath_(device, options, parameters, start) {}

  void advance(int step) override { heatbath_.sweep(step); }
  bool records_every_step() const override { return false; }
  StepRecord record() override;
  void check(const StepRecord& record) const override;
  const DeviceLattice& lattice() const override { return heatbath_.lattice(); }
  const GaugeField& links() override { return heatbath_.links(); }
  Configuration configuration() const override { return heatbath_.configuration(); }
  std::optional<ChainRanlux>& ranlux() override { return heatbath_.ranlux(); }
  std::string parameters() const override;
  std::vector<Monomial> monomials() const override;
  void on_pause(std::function<void()> hook) override { heatbath_.between_sweeps(std::move(hook)); }
  void count(const StepRecord& record) override;

  /// Returns the largest deviation of all records.
  double unitarity_deviation() const { return deviation_; }
  const GaugeCouplings& couplings() const { return couplings_; }
  /// Sets the couplings from the next sweep on.
  void set_couplings(const GaugeCouplings& couplings);

 private:
  GaugeCouplings couplings_;
  GaugeHeatbath heatbath_;
  double deviation_ = 0;
};

}  // namespace glueball
