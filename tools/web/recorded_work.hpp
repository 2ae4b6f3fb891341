// The work that the page of web/ replays: what the program would launch on a browser's GPU.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "gpu/device.hpp"
#include "lattice/configuration.hpp"

namespace glueball::web {

/// Returns shaders in WGSL and the work of a sweep, a flow step and a picture on each lattice of the page.
nlohmann::json recorded_work();

/// Runs recorded work on a device of this program, as the page does on a browser's.
///
/// Returns what the page compares itself with: for each kernel a weighted sum of what it writes, after work
/// from a cold start on the first lattice. It also returns the charge density of `first`, a configuration of
/// that lattice, with which the page begins.
nlohmann::json recorded_numbers(const nlohmann::json& work, gpu::Device& device, const Configuration& first);

}  // namespace glueball::web
