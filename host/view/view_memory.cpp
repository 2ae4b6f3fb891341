#include "view/view_memory.hpp"

#include "view/renderer.hpp"

namespace glueball::view {

MemoryNeed view_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, RunKind kind,
                       const RunParameters& parameters, const Scene& scene, int width, int height) {
  return memory_need(device, [&](gpu::Device& paper, const Configuration& start) {
    const auto run = make_live_run(paper, options, kind, parameters, start);
    Renderer renderer(*run);
    renderer.render(scene, width, height);
    run->step();
  });
}

}  // namespace glueball::view
