// What drivers tell of the kernels that they have compiled: registers, shared memory, spills.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace glueball::gpu {

struct PipelineStatistics {
  std::string kernel;  ///< the blob's name, "gauge/plaquette.texel.f64"
  std::vector<std::pair<std::string, std::string>>
      values;  ///< in the driver's words; empty where it does not tell
};

/// Asks drivers for statistics, of devices opened from now on and in all the process: Vulkan's with
/// VK_KHR_pipeline_executable_properties tell. Off at first: some drivers compile more slowly with it.
void want_statistics(bool on);
bool statistics_wanted();

/// To be called by a back end for the pipeline that it makes, before the device names it with
/// `record_pipeline`.
void tell_statistics(std::vector<std::pair<std::string, std::string>> values);
void record_pipeline(std::string kernel);

/// Pipelines made since the last call, while statistics were wanted.
std::vector<PipelineStatistics> take_statistics();

}  // namespace glueball::gpu
