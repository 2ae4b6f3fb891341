// Drivers' statistics of compiled kernels: registers, shared memory, spills.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace glueball::gpu {

/// Names and values as the driver words them.
using DriverFigures = std::vector<std::pair<std::string, std::string>>;

struct PipelineStatistics {
  std::string kernel;     ///< the blob's name, "gauge/plaquette.texel.f64"
  DriverFigures figures;  ///< empty if the driver reports none
};

}  // namespace glueball::gpu
