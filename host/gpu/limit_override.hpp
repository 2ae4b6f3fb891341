// Lowers the limits of a device, to test the program's behaviour on another one.
#pragma once

#include <string_view>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// Returns `limits`, lowered to the values in `text`: "groups=65535,range=128M,texels=65536". Names are
/// memory, range, texels, image, layers, groups, invocations, shared, blocks, subgroup, float64 and model (0
/// or 1). Numbers may end in K, M or G, powers of 1024. `invocations` is 32 at least. `groups` limits a row;
/// the number of rows is unchanged. A value above a limit has no effect; an unknown limit (0) becomes the
/// value. Throws Error(bad_value) for any other text.
Limits lowered(Limits limits, std::string_view text);

/// Returns `limits`, lowered by the environment variable GLUEBALL_LIMITS if it is set.
Limits lowered_by_environment(const Limits& limits);

}  // namespace glueball::gpu
