// Symplectic integrators of molecular dynamics.
#pragma once

#include <functional>
#include <string_view>

namespace glueball {

enum class Integrator {
  leapfrog,  ///< velocity form, 2nd order
  omelyan,   ///< 2nd-order minimal norm (2MN), twice the forces a step and about a tenth of the error
};

std::string_view to_string(Integrator integrator);

/// lambda of the minimal-norm scheme (Takaishi and de Forcrand, hep-lat/0505020, eq. 24).
inline constexpr double kOmelyanLambda = 0.1931833275037836;

/// Integrates for `tau` in `steps` steps. `kick(eps)` moves the momenta, `drift(eps)` the links; neighbouring kicks of two
/// steps are done as one.
void integrate(Integrator integrator, double tau, int steps, const std::function<void(double)>& kick,
               const std::function<void(double)>& drift);

}  // namespace glueball
