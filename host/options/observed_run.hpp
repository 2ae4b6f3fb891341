// A command's own run as a window shows it.
#pragma once

#include <functional>
#include <string>

#include "view/live_run.hpp"

namespace glueball::app {

/// The functions that a window needs of a run that a command drives.
struct Observed {
  view::RunKind kind{};
  const DeviceLattice& lattice;
  std::function<const GaugeField&()> links;
  std::function<Configuration()> configuration;
  std::string label, unit;           ///< for example "sweep", "sweep"; the label is followed by the position
  std::function<double()> position;  ///< steps done, or the flow time
  std::function<void()> advance;     ///< makes one step
  std::function<void(std::function<void()>)> on_pause{};  ///< for runs with long steps
  const TransformField* transform = nullptr;
  Gauge gauge = Gauge::landau;
};

class ObservedRun final : public view::LiveRun {
 public:
  explicit ObservedRun(Observed run) : run_(std::move(run)) {}

  view::RunKind kind() const override { return run_.kind; }
  const DeviceLattice& lattice() const override { return run_.lattice; }
  const GaugeField& links() override { return run_.links(); }
  const TransformField* transform() override { return run_.transform; }
  Gauge gauge() const override { return run_.gauge; }
  Configuration configuration() override { return run_.configuration(); }
  std::string label() const override;
  std::string unit() const override { return run_.unit; }
  double position() const override { return run_.position(); }
  void on_pause(std::function<void()> hook) override {
    if (run_.on_pause) run_.on_pause(std::move(hook));
  }

 protected:
  void advance() override { run_.advance(); }

 private:
  Observed run_;
};

}  // namespace glueball::app
