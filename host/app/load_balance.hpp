// Common properties and relative speeds of the ranks' devices.
#pragma once

#include <vector>

#include "comm/domain.hpp"
#include "gpu/device.hpp"

namespace glueball::app {

/// Returns the common properties of the devices that all ranks have opened. All ranks call this.
DevicesOfRanks devices_of_ranks(Communicator& ranks, const gpu::DeviceInfo& mine);

/// Returns the speed of Wilson's hop for each domain along t, by a short timing on all devices at once. The
/// slowest rank of a domain's time slices counts. All ranks call this.
std::vector<double> speeds_along_t(Communicator& ranks, const RankGrid& grid, gpu::Device& device);

}  // namespace glueball::app
