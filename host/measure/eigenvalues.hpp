// The lowest eigenvalues of staggered quarks, as an observable.
#pragma once

#include <string>
#include <vector>

#include "eigen/quark_eigenvalues.hpp"

namespace glueball {

/// Of which quarks, and how many.
struct EigenvalueList {
  QuarkAction action = QuarkAction::staggered;
  int count = 1;
  double epsilon = 0;  ///< correction of Naik's term of HISQ quarks
};

/// "ACTION:COUNT[:EPSILON]", such as "hisq:10". Throws Error(bad_value) that says what is wrong with it.
EigenvalueList parse_eigenvalues(const std::string& text);

/// Of -D^2 on the even sites, the smallest first, to residuals of 1e-10 of the largest; of devices without
/// doubles to 1e-5. `like`: a lattice of the configuration, with the layers of neighbours that such quarks
/// need where it is split. Throws as quark_eigenvalues does.
std::vector<double> lowest_eigenvalues(const DeviceLattice& like, const Configuration& u,
                                       const EigenvalueList& what, const Boundary& boundary);

}  // namespace glueball
