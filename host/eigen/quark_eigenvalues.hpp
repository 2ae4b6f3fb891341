// The lowest eigenvalues of M^+ M of a quark on a configuration.
#pragma once

#include "eigen/lanczos.hpp"
#include "eigen/normal_matrix.hpp"
#include "fermion/quark.hpp"
#include "field/memory_need.hpp"
#include "lattice/configuration.hpp"
#include "lattice/quark_field.hpp"

namespace glueball {

struct EigenOptions : LanczosOptions {
  Sites sites = Sites::even;
  /// Receives eigenvector n of the result. Its length is 1 over all sites, and it is 0 on sites where it is
  /// not defined. On a split lattice it is this rank's part, and every rank calls it. Of the two functions
  /// the one for the quark's fields is called.
  template <class OneParity>
  using Keep = std::function<void(const LanczosResult&, std::size_t n, FullQuarkField<OneParity>)>;
  Keep<ParitySpinorField> keep_spinor{};
  Keep<ParityColourField> keep_colour{};
};

/// Returns the even sites for staggered quarks, where -D^2 has each eigenvalue once, and all sites for
/// others.
Sites usual_sites(QuarkAction action);

/// Finds eigenvalues of A = M^+ M with M normalized as in host/reference. For Wilson quarks without twisted
/// mass this is (gamma5 M)^2; for staggered quarks m^2 - D^2, where the mass may be 0. On the even sites A is
/// the matrix of the even-odd form (NormalMatrix).
///
/// Fields are those of a lattice with options `lattice`. In double precision the device computes values and
/// residuals, on all ranks of lattice.domain. In single precision, on one rank, the CPU computes them again
/// in double. Throws Error(bad_value) as check_lanczos does and for links or parameters that are not finite,
/// Error(device) if memory does not suffice, Error(not_converged) as Lanczos::run does.
LanczosResult quark_eigenvalues(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                                const LatticeOptions& lattice, const EigenOptions& options);

/// Returns the device memory that this needs.
MemoryNeed eigenvalue_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                             const LatticeOptions& lattice, const EigenOptions& options);

}  // namespace glueball
