// Device memory for the view of a run.
#pragma once

#include "field/memory_need.hpp"
#include "view/live_run.hpp"
#include "view/scene.hpp"

namespace glueball::view {

/// Returns the memory of a step of the run and of a picture. Throws as make_live_run does, and
/// Error(bad_value) for a scene that is not possible on any lattice.
MemoryNeed view_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, RunKind kind,
                       const RunParameters& parameters, const Scene& scene, int width, int height);

}  // namespace glueball::view
