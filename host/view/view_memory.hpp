// What looking at a run takes of a device.
#pragma once

#include "field/memory_need.hpp"
#include "view/live_run.hpp"
#include "view/scene.hpp"

namespace glueball::view {

/// A step of the run and a picture of it. Throws as make_live_run does, and Error(bad_value) for a scene that
/// no lattice has.
MemoryNeed view_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, RunKind kind,
                       const RunParameters& parameters, const Scene& scene, int width, int height);

}  // namespace glueball::view
