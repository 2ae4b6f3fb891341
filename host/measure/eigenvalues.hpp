// The lowest eigenvalues of staggered quarks as an observable.
#pragma once

#include <string>
#include <vector>

#include "eigen/quark_eigenvalues.hpp"

namespace glueball {

/// The quarks, and the number of eigenvalues.
struct EigenvalueList {
  QuarkAction action = QuarkAction::staggered;
  int count = 1;
  double epsilon = 0;  ///< Naik correction of HISQ quarks
};

/// Parses "ACTION:COUNT[:EPSILON]", such as "hisq:10". Throws Error(bad_value) that names the fault.
EigenvalueList parse_eigenvalues(const std::string& text);

/// Returns eigenvalues of -D^2 on the even sites in ascending order. Residuals are 1e-10 of the largest
/// eigenvalue, on devices without double precision 1e-5. `like` is a lattice of the configuration, with the
/// ghost layers that such quarks need if it is split. Throws as quark_eigenvalues does.
std::vector<double> lowest_eigenvalues(const DeviceLattice& like, const Configuration& u,
                                       const EigenvalueList& what, const Boundary& boundary);

}  // namespace glueball
