// A configuration whose parts the ranks have, and the whole.
#pragma once

#include <span>
#include <string>

#include "comm/domain.hpp"
#include "lattice/configuration.hpp"
#include "lattice/quark_field.hpp"
#include "lattice/transformation.hpp"

namespace glueball {

/// The whole configuration on rank 0, which needs memory for it twice; elsewhere the part as it is.
Configuration gathered(const Domain& domain, Configuration part);
/// The same of a transformation, elsewhere nothing.
Transformation gathered(const Domain& domain, const Transformation& part);
/// Of a quark's field as of a configuration.
template <class OneParity>
FullQuarkField<OneParity> gathered(const Domain& domain, FullQuarkField<OneParity> part);
/// The other way: this rank's part of what rank 0 has; `whole` is not looked at elsewhere.
Configuration scattered(const Domain& domain, const Configuration* whole);
Transformation scattered(const Domain& domain, const Transformation& whole);
/// The part's own links of a time slice of the whole lattice, in the order of a Configuration.
void keep_slice(Configuration& part, int t, std::span<const Matrix3> slice);

/// Rank 0's text becomes everybody's.
void broadcast(Communicator& ranks, std::string& text);

}  // namespace glueball
