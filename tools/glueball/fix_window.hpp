// glueball fix --view: the gauge fixing of a copy in a window.
#pragma once

#include <functional>

#include "fix/fixing.hpp"
#include "run_window.hpp"

namespace glueball::app {

/// Holds links and transformation in single precision, whatever those of the run have: pictures need no more.
class FixWindow {
 public:
  /// `u` and the device must outlive it.
  FixWindow(gpu::Device& device, const LatticeOptions& options, const Configuration& u, Gauge gauge,
            const WindowOptions& window, const std::string& folder);

  /// Shows how far it is; false once the display is gone.
  bool show(const GaugeFixing::Report& report, double theta);
  /// For GaugeFixing::between_sweeps.
  std::function<void()> between_sweeps() const {
    return [this] {
      if (pause_) pause_();
    };
  }
  [[noreturn]] void give_up(const std::string& hint) const { window_.give_up(hint); }

 private:
  Observed observed();

  const Configuration& u_;
  DeviceLattice lattice_;
  GaugeFixer shown_;
  Transformation now_;
  long iterations_ = 0;
  std::function<void()> pause_;
  RunWindow window_;
};

}  // namespace glueball::app
