#include "view/live_run.hpp"

#include <fmt/format.h>

#include <chrono>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "measure/index.hpp"
#include "measure/loop_averages.hpp"
#include "measure/polyakov.hpp"
#include "view/renderer.hpp"

namespace glueball::view {

void LiveRun::step() {
  if (kind() == RunKind::fixed) return;
  struct Stepping {
    bool& now;
    explicit Stepping(bool& flag) : now(flag) { now = true; }
    ~Stepping() { now = false; }
  };
  const auto start = std::chrono::steady_clock::now();
  {
    const Stepping stepping(stepping_);
    advance();
    lattice().stream().finish();
  }
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  changed();
  ++steps_;
  measure();
}

void LiveRun::note(double at, const StepRecord& record) {
  if (!record.trajectory) return;
  const TrajectoryRecord& t = *record.trajectory;
  note("delta_h", at, t.delta_h);
  note("accepted", at, t.accepted);
  note("acceptance", at, t.acceptance);
  note("iterations", at, t.cg_iterations);
}

void LiveRun::measure() {
  const DeviceLattice& on = lattice();
  if (!sums_) sums_ = std::make_unique<GlobalSums>(on);
  const GaugeField& u = links();
  record("plaquette", plaquette(on, u, *sums_).average());
  const Complex loop = polyakov_loops(on, u, *sums_).average;
  record("polyakov_re", loop.real());
  record("polyakov_im", loop.imag());
}

void LiveRun::set(const std::string& name, double value) {
  std::vector<std::string> names;
  for (const LiveParameter& p : parameters()) {
    if (p.name != name) {
      names.push_back(p.name);
      continue;
    }
    if (!(value >= p.lowest && value <= p.highest))
      throw Error(ErrorKind::bad_value, fmt::format("{} = {:g} is out of range", name, value),
                  fmt::format("give {:g} to {:g}", p.lowest, p.highest));
    change(name, value);
    return;
  }
  throw Error(ErrorKind::bad_value, fmt::format("this run has no '{}' to change", name),
              did_you_mean(name, names, "see its parameters"));
}

MemoryNeed view_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, RunKind kind,
                       const RunParameters& parameters, const Scene& scene, int width, int height) {
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    const auto run = make_live_run(null_device, options, kind, parameters, start);
    Renderer renderer(*run);
    if (shows_zero_modes(scene.field))
      take_memory_of_index(null_device, start.geometry(), {.m0 = scene.m0}, kAntiperiodicInTime);
    try {
      renderer.render(scene, width, height);
    } catch (
        const Error& error) {  // quarks on a NullDevice see a source of zeros, after all memory was allocated
      if (error.kind() != ErrorKind::not_converged) throw;
    }
    run->step();
  });
}

}  // namespace glueball::view
