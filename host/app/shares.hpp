// Ranks whose devices differ: what they have in common, and how fast each is.
#pragma once

#include <vector>

#include "comm/domain.hpp"
#include "gpu/device.hpp"

namespace glueball::app {

/// Of the devices that all ranks have opened; all call it.
DevicesOfRanks devices_of_ranks(Communicator& ranks, const gpu::DeviceInfo& mine);

/// How fast Wilson's hop is on the ranks that have the n-th time slices of a grid, by a short timing on all
/// devices at once: as fast as on the slowest of them. All ranks call it.
std::vector<double> speeds_along_t(Communicator& ranks, const RankGrid& grid, gpu::Device& device);

}  // namespace glueball::app
