// Lower limits than a device has, to see on one device how the program behaves on another.
#pragma once

#include <string_view>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// `limits`, lowered to what `text` names: "groups=65535,range=128M,texels=65536". Names are memory, range,
/// texels, image, layers, groups, invocations, shared, blocks, subgroup, float64 and model (0 or 1); numbers
/// may end in K, M or G, powers of 1024. `invocations` is 32 at least. `groups` is of a row: how many rows
/// there can be, stays. What is above a limit leaves it as it is; one that is not known (0) becomes what is
/// named.
/// Throws Error(bad_value) for any other text.
Limits lowered(Limits limits, std::string_view text);

/// The same with the environment variable GLUEBALL_LIMITS, where it is set.
Limits lowered_by_environment(const Limits& limits);

}  // namespace glueball::gpu
