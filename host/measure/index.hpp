// The index of the overlap operator of a configuration as an observable.
#pragma once

#include <functional>
#include <string>

#include "field/device_lattice.hpp"
#include "lattice/configuration.hpp"
#include "overlap/zero_modes.hpp"
#include "smear/link_smearing.hpp"

namespace glueball {

/// The operator, and parameters of the search.
struct IndexOptions {
  double m0 = 1.4;
  int low_modes = 8;
  double sign_error = 1e-3;  ///< first value of the error
  LinkSmearing smearing;     ///< smearing of the kernel's links
};

/// Parses "[M0[:LOW_MODES[:SIGN_ERROR[:SMEARING]]]]", such as "1.4:8:1e-3:stout:0.1:2". Throws
/// Error(bad_value) that names the fault.
IndexOptions parse_index(const std::string& text);

/// Counts zero modes of the overlap operator over links. On a split lattice `u` is this rank's part of
/// `domain`, and all ranks must call it. If the sign function's error does not decide whether an eigenvalue
/// is 0, the search is repeated with a smaller error, in single precision as far as possible and then in
/// double. Throws Error(not_converged) if the smallest error does not decide, and as ZeroModeSearch and
/// SignFunction do. `keep` is called with the successful search, which holds the vectors.
ZeroModes zero_modes(gpu::Device& device, const Configuration& u, const IndexOptions& options,
                     const Boundary& boundary, const std::function<void(const ZeroModeSearch&)>& keep = {},
                     const Domain* domain = nullptr);

/// Allocates the memory that zero_modes needs, on a NullDevice.
void take_memory_of_index(gpu::Device& null_device, const Geometry& geometry, const IndexOptions& options,
                          const Boundary& boundary);

}  // namespace glueball
