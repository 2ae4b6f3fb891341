#include "update/integrator.hpp"

namespace glueball {

std::string_view to_string(Integrator integrator) {
  return integrator == Integrator::leapfrog ? "leapfrog" : "omelyan";
}

void integrate(Integrator integrator, double tau, int steps, const std::function<void(double)>& kick,
               const std::function<void(double)>& drift) {
  const double eps = tau / steps;
  const double outer = integrator == Integrator::leapfrog ? 0.5 : kOmelyanLambda;
  kick(outer * eps);
  for (int step = 1; step <= steps; ++step) {
    if (integrator == Integrator::leapfrog) {
      drift(eps);
    } else {
      drift(0.5 * eps);
      kick((1 - 2 * kOmelyanLambda) * eps);
      drift(0.5 * eps);
    }
    kick((step == steps ? 1 : 2) * outer * eps);
  }
}

}  // namespace glueball
