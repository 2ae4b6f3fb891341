// Heatbath and overrelaxation as a chain that a run drives.
#pragma once

#include "chain_run.hpp"
#include "update/heatbath.hpp"

namespace glueball::app {

class HeatbathChain : public MarkovChain {
 public:
  HeatbathChain(gpu::Device& device, gpu::Storage storage, const HeatbathParameters& parameters,
                const Configuration& start)
      : couplings_(parameters.couplings), heatbath_(device, storage, parameters, start) {}

  void advance(int step) override { heatbath_.sweep(step); }
  bool records_every_step() const override { return false; }
  StepRecord record() override;
  void check(int step, const StepRecord& record) const override;
  const DeviceLattice& lattice() const override { return heatbath_.lattice(); }
  const GaugeField& links() override { return heatbath_.links(); }
  Configuration configuration() const override { return heatbath_.configuration(); }
  std::optional<ChainRanlux>& ranlux() override { return heatbath_.ranlux(); }
  std::string parameters() const override;
  void on_pause(std::function<void()> hook) override { heatbath_.between_sweeps(std::move(hook)); }
  void count(int step, const StepRecord& record) override;
  std::string note() const override;
  void summarize(Json& summary) override { summary["unitarity_deviation"] = deviation_; }
  std::string rows_after() override;

 private:
  GaugeCouplings couplings_;
  GaugeHeatbath heatbath_;
  double plaquette_ = 0;  ///< of the last record
  double deviation_ = 0;  ///< the largest of all
};

}  // namespace glueball::app
