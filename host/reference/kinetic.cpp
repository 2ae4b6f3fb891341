#include "reference/kinetic.hpp"

#include "reference/blocked_sum.hpp"

namespace glueball::reference {

double kinetic(const Momenta& p) {
  return 0.5 * blocked_sum<double>(p.values().size(), [&](std::size_t n) {
           double sum = 0.0;
           for (const double x : p.values()[n]) sum += x * x;
           return sum;
         });
}

}  // namespace glueball::reference
