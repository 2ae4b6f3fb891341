#include "fermion/long_hop_operator.hpp"

#include <cmath>

namespace glueball {

using kernels::HopOuter, kernels::NaikDslash, kernels::NaikDslashSum;

ColourOperator::Hops LongHopOperator::hops() const {
  const Links links = hopped();
  return {.near = links.near,
          .long_links = &links.long_links,
          .one = 0.5 * c_.one / links.near_scale,
          .three = 0.5 * c_.three};
}

void LongHopOperator::run(std::uint32_t flags, Parity target, double a, const ColourField& x, double b,
                          const ColourField& psi, ColourField& out, double longer) const {
  const Parity other_parity = other(target);
  const Hops links = hops();
  const GaugeField &near = links.near, &long_links = *links.long_links;
  auto arguments = boundary().arguments<NaikDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a = a;
  arguments.one = b * links.one;
  arguments.three = b * links.three * longer;
  run_hop<NaikDslash>(psi, other_parity, boundary().flags | flags, arguments, near[target],
                      near[other_parity], long_links[target], long_links[other_parity], psi, x, out);
}

void LongHopOperator::hop(Parity target, const ColourField& in, ColourField& out) const {
  run(0, target, 0, in, 1, in, out);
}

void LongHopOperator::hop_derivative(int k, Parity target, const ColourField& in, ColourField& out) const {
  run(NaikDslash::kTime | (k % 2 != 0 ? NaikDslash::kSymmetric : 0), target, 0, in, 1, in, out,
      std::pow(3.0, k));
}

void LongHopOperator::add_hop(Parity target, double a, const ColourField& x, double b, const ColourField& psi,
                              ColourField& out) const {
  run(NaikDslash::kAddX, target, a, x, b, psi, out);
}

bool LongHopOperator::has_fused() const {
  const DeviceLattice& l = lattice();
  return l.options().fused && l.options().storage != gpu::Storage::split &&
         l.device().info().limits.storage_blocks >= NaikDslashSum::record().access.size();
}

void LongHopOperator::hop_sum(Parity target, double b, const ColourField& psi, const ColourField& x,
                              ColourField& out, Partials& partials, const CgScalars& scalars,
                              std::uint32_t flags) {
  const Parity other_parity = other(target);
  const Hops links = hops();
  const GaugeField &near = links.near, &long_links = *links.long_links;
  auto arguments = boundary().arguments<NaikDslashSum::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a = mass() * mass();
  arguments.one = b * links.one;
  arguments.three = b * links.three;
  run_hop<NaikDslashSum>(psi, other_parity, boundary().flags | flags, arguments, near[target],
                         near[other_parity], long_links[target], long_links[other_parity], psi, x, out,
                         partials, scalars);
}

void LongHopOperator::normal_root(const ColourField& in, ColourField& middle, Partials& partials,
                                  const CgScalars& scalars) {
  hop_sum(Parity::odd, 1, in, in, middle, partials, scalars, 0);
}

void LongHopOperator::normal_residual(const ColourField& in, const ColourField& middle, ColourField& r,
                                      Partials& partials, const CgScalars& scalars) {
  hop_sum(Parity::even, -1, middle, in, r, partials, scalars, NaikDslashSum::kResidual);
}

void LongHopOperator::make_room_for_derivative() {
  if (!by_near_) by_near_.emplace(lattice());
  if (!by_long_) by_long_.emplace(lattice());
}

void LongHopOperator::outer(std::uint32_t flags, double coefficient, const ColourField& even,
                            const ColourField& odd, MatrixField& z) const {
  auto arguments = boundary().arguments<HopOuter::Args>();
  const ColourField* const fields[] = {&even, &odd};
  for (const Parity this_parity : {Parity::even, Parity::odd}) {
    const int h = int(this_parity);
    arguments.parity = std::uint32_t(this_parity);
    // D_eo has a link forwards from an even site; its adjoint -D_oe has the link from an odd one.
    arguments.coefficient = this_parity == Parity::even ? coefficient : -coefficient;
    HopOuter::run({lattice(), boundary().flags | flags}, arguments, *fields[h], *fields[1 - h],
                  z[this_parity]);
  }
}

void LongHopOperator::square_derivative(MomentumField&, double weight, const ColourField& even,
                                        const ColourField& odd) {
  if (weight == 0) return;
  with_neighbours(odd, Parity::odd);  // the even field has its neighbours' sites since the hop
  make_room_for_derivative();
  const std::uint32_t add = first_ == 0 ? 0 : HopOuter::kAdd;
  if (first_ == 0) first_ = weight;
  const double share = weight / first_;
  outer(add, share * c_.one, even, odd, *by_near_);
  outer(add | HopOuter::kThree, share * c_.three, even, odd, *by_long_);
}

void LongHopOperator::finish_squares(MomentumField& p) {
  if (first_ != 0) kernels::LinkForce::run_all(lattice(), first_, links(), carried(*by_near_, *by_long_), p);
  first_ = 0;
}

}  // namespace glueball
