#include "fermion/multi_colour_operator.hpp"

#include "kernels/naik.hpp"

namespace glueball {

using kernels::StaggeredDslashMulti;

void MultiColourOperator::add_hop(Parity target, double a, const MultiColourField& x, double b,
                                  const MultiColourField& psi, MultiColourField& out) const {
  const ColourOperator::Hops hops = op_.hops();
  const GaugeField& long_links = hops.long_links != nullptr ? *hops.long_links : hops.near;
  auto arguments = op_.boundary().arguments<StaggeredDslashMulti::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a = a;
  arguments.one = b * hops.one;
  arguments.three = b * hops.three;
  const std::uint32_t flags = op_.boundary().flags | (a != 0 ? StaggeredDslashMulti::kAddX : 0) |
                              (hops.long_links != nullptr ? StaggeredDslashMulti::kLong : 0);
  StaggeredDslashMulti::run({lattice(), flags, running(), count()}, arguments, hops.near[target],
                            hops.near[other(target)], long_links[target], long_links[other(target)],
                            with_neighbours(psi, other(target)), x, out);
}

void MultiColourOperator::even_odd(const MultiColourField& in, MultiColourField& out, bool) {
  hop(Parity::odd, in, odd_);
  add_hop(Parity::even, op_.mass() * op_.mass(), in, -1, odd_, out);
}

}  // namespace glueball
