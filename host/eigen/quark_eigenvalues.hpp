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
  /// What happens to eigenvector n of what was found, of length 1 on all sites and 0 on those where it does
  /// not live; of a split lattice this rank's part. Of the quark that is asked for one or the other is
  /// called, on every rank.
  template <class OneParity>
  using Keep = std::function<void(const LanczosResult&, std::size_t n, FullQuarkField<OneParity>)>;
  Keep<ParitySpinorField> keep_spinor{};
  Keep<ParityColourField> keep_colour{};
};

/// Of staggered quarks the even sites, where -D^2 has each of its eigenvalues once; of others all.
Sites usual_sites(QuarkAction action);

/// Eigenvalues of A = M^+ M, of Wilson's quarks (gamma5 M)^2 where the mass has no twist, in the
/// normalisation of M (host/reference): of staggered quarks m^2 - D^2, whose mass may be 0 here. Those on the
/// even sites are of the even-odd form's matrix, NormalMatrix.
///
/// Fields are those of a lattice with `lattice` as options. In double precision values and residuals are the
/// device's, on all ranks of lattice.domain; in single precision, on one rank, they are computed anew by the
/// CPU in double. Throws Error(bad_value) as check_lanczos does and for parameters that are no numbers,
/// Error(device) where it does not fit, Error(not_converged) as Lanczos::run.
LanczosResult quark_eigenvalues(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                                const LatticeOptions& lattice, const EigenOptions& options);

/// What that takes of a device.
MemoryNeed eigenvalue_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                             const LatticeOptions& lattice, const EigenOptions& options);

}  // namespace glueball
