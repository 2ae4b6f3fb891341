// glueball fix --view: shows the gauge fixing of a copy in a window.
#pragma once

#include <functional>

#include "fix/fixing.hpp"
#include "options/run_window.hpp"

namespace glueball::app {

/// Holds links and transformation in single precision whatever the run's precision is, because pictures need
/// no more.
class FixWindow {
 public:
  /// `u` and the device must outlive this.
  FixWindow(gpu::Device& device, const LatticeOptions& options, const Configuration& u, Gauge gauge,
            const WindowOptions& window, const std::string& folder);

  /// Shows the present state. Returns false once the display disappeared.
  bool show(const GaugeFixing::Report& report, double theta);
  /// Returns the hook for GaugeFixing::between_sweeps.
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
