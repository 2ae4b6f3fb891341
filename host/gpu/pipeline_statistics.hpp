// What drivers tell of the kernels that they have compiled: registers, shared memory, spills.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace glueball::gpu {

/// Names and values in the driver's words.
using DriverFigures = std::vector<std::pair<std::string, std::string>>;

struct PipelineStatistics {
  std::string kernel;     ///< the blob's name, "gauge/plaquette.texel.f64"
  DriverFigures figures;  ///< empty where the driver does not tell
};

}  // namespace glueball::gpu
