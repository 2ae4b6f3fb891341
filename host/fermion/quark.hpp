// A quark: its action and its parameters.
#pragma once

#include "lattice/boundary.hpp"
#include "lattice/fat_links.hpp"

namespace glueball {

enum class QuarkAction { wilson, twisted_mass, clover, staggered, naik, hisq };

/// Returns true if the quark's fields are colour vectors, by the registry. Such a quark has a mass, not a
/// kappa.
bool is_staggered(QuarkAction action);

/// Parameters of M; host/reference has the formulas. A clover quark may have a twisted mass too.
struct QuarkParameters {
  QuarkAction action = QuarkAction::wilson;
  double kappa = 0.12;
  double mu = 0;                           ///< twisted mass, of either sign
  double csw = 1;                          ///< clover coefficient
  bool exponential = false;                ///< true for the exponential clover term
  double mass = 0.1;                       ///< mass of staggered quarks of any kind
  double epsilon = 0;                      ///< correction of Naik's term of HISQ quarks
  double force_filter = kHisqForceFilter;  ///< filter of their force in molecular dynamics
  Boundary boundary;
};

}  // namespace glueball
