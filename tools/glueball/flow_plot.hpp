// The plot of a flow: t^2 E over t.
#pragma once

#include <vector>

#include "flow_file.hpp"
#include "measure/graph.hpp"

namespace glueball::app {

/// Returns a graph of t^2 E by clover and by plaquette, of the slope t d(t^2 E)/dt that defines w0, and of
/// the value 0.3 that defines t0 and w0. For several files with the same times it shows means with errors, as
/// flow_scales computes them.
Graph flow_graph(const std::vector<FlowFile>& files, std::size_t bin);

}  // namespace glueball::app
