// The picture of a flow: t^2 E over t.
#pragma once

#include <vector>

#include "flow_file.hpp"
#include "measure/graph.hpp"

namespace glueball::app {

/// t^2 E by clover and by plaquette, their slope t d(t^2 E)/dt, which w0 is of, and the value 0.3 that t0 and
/// w0 are where they cross. Of several files of the same times their means, with errors as flow_scales makes
/// them.
Graph flow_graph(const std::vector<FlowFile>& files, std::size_t bin);

}  // namespace glueball::app
