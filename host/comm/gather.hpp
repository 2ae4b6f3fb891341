// A configuration whose parts the ranks have.
#pragma once

#include "comm/domain.hpp"
#include "lattice/configuration.hpp"

namespace glueball {

/// The whole configuration on rank 0, which needs memory for it twice; elsewhere the part as it is.
Configuration gathered(const Domain& domain, Configuration part);

}  // namespace glueball
