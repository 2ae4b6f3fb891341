#include "fix_window.hpp"

namespace glueball::app {
namespace {

LatticeOptions in_single(LatticeOptions options) {
  options.precision = gpu::Precision::single;
  return options;
}

}  // namespace

FixWindow::FixWindow(gpu::Device& device, const LatticeOptions& options, const Configuration& u, Gauge gauge,
                     const WindowOptions& window, const std::string& folder)
    : u_(u),
      lattice_(device, u.geometry(), in_single(options)),
      shown_(lattice_, u, gauge, Grain::site),
      window_(observed(), window, "fix", folder) {}

Observed FixWindow::observed() {
  return {.kind = view::RunKind::fix,
          .lattice = lattice_,
          .links = [this]() -> const GaugeField& { return shown_.links(); },
          .configuration = [this] { return gauge_transformed(u_, now_); },
          .label = "gauge-fixing sweep",
          .unit = "sweep",
          .position = [this] { return double(iterations_); },
          .advance = [this] { shown_.start(now_); },
          .on_pause = [this](std::function<void()> hook) { pause_ = std::move(hook); },
          .transform = &shown_.transform(),
          .gauge = shown_.gauge()};
}

bool FixWindow::show(const GaugeFixing::Report& r, double theta) {
  now_ = r.fixer.transformation();
  iterations_ = r.at.iterations;
  window_.run().record("theta", theta);
  window_.run().record("functional", r.state.functional);
  window_.run().step();
  window_.draw();
  return !window_.lost();
}

}  // namespace glueball::app
