// The index of the overlap operator of a configuration, as an observable.
#pragma once

#include <functional>
#include <string>

#include "field/device_lattice.hpp"
#include "flow/link_smearing.hpp"
#include "lattice/configuration.hpp"
#include "overlap/zero_modes.hpp"

namespace glueball {

/// Of which operator, and how it is found.
struct IndexOptions {
  double m0 = 1.4;
  int low_modes = 8;
  double sign_error = 1e-3;  ///< to begin with
  LinkSmearing smearing;     ///< of the links of its kernel
};

/// "[M0[:LOW_MODES[:SIGN_ERROR[:SMEARING]]]]", such as "1.4:8:1e-3:stout:0.1:2". Throws Error(bad_value) that
/// says what is wrong with it.
IndexOptions parse_index(const std::string& text);

/// Zero modes of the overlap operator over links, of `domain` this rank's: all ranks call it. Where the
/// sign's error does not tell whether an eigenvalue is 0, the search is done again with a smaller one, in
/// single precision as far as that goes and then in double. Throws Error(not_converged) where even that does
/// not tell, as ZeroModeSearch and SignFunction do. `keep` is called with the search that has found them,
/// while their vectors are there.
ZeroModes zero_modes(gpu::Device& device, const Configuration& u, const IndexOptions& options,
                     const Boundary& boundary, const std::function<void(const ZeroModeSearch&)>& keep = {},
                     const Domain* domain = nullptr);

/// Takes what that would, of a device on paper.
void take_memory_of_index(gpu::Device& paper, const Geometry& geometry, const IndexOptions& options,
                          const Boundary& boundary);

}  // namespace glueball
