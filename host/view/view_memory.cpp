#include "view/view_memory.hpp"

#include "base/error.hpp"
#include "measure/index.hpp"
#include "view/renderer.hpp"

namespace glueball::view {

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
