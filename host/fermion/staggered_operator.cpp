#include "fermion/staggered_operator.hpp"

namespace glueball {

using kernels::StaggeredDslash;

void StaggeredOperator::hop(Parity target, const ColourField& in, ColourField& out) const {
  hop(0, target, in, out);
}

void StaggeredOperator::hop_derivative(int k, Parity target, const ColourField& in, ColourField& out) const {
  hop(StaggeredDslash::kTime | (k % 2 != 0 ? StaggeredDslash::kSymmetric : 0), target, in, out);
}

void StaggeredOperator::hop(std::uint32_t flags, Parity target, const ColourField& in,
                            ColourField& out) const {
  auto arguments = boundary().arguments<StaggeredDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.b = 1;
  run_hop<StaggeredDslash>(in, other(target), boundary().flags | flags, arguments, links()[target],
                           links()[other(target)], in, in, out);
}

void StaggeredOperator::add_hop(Parity target, double a, const ColourField& x, double b,
                                const ColourField& psi, ColourField& out) const {
  auto arguments = boundary().arguments<StaggeredDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a = a;
  arguments.b = b;
  run_hop<StaggeredDslash>(psi, other(target), boundary().flags | StaggeredDslash::kAddX, arguments,
                           links()[target], links()[other(target)], psi, x, out);
}

void StaggeredOperator::hop_sum(Parity target, double b, const ColourField& psi, const ColourField& x,
                                ColourField& out, Partials& partials, const CgScalars& scalars,
                                std::uint32_t flags) {
  auto arguments = boundary().arguments<StaggeredDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a = mass() * mass();
  arguments.b = b;
  run_hop<kernels::StaggeredDslashSum>(psi, other(target), boundary().flags | flags, arguments,
                                       links()[target], links()[other(target)], psi, x, out, partials,
                                       scalars);
}

void StaggeredOperator::normal_root(const ColourField& in, ColourField& middle, Partials& partials,
                                    const CgScalars& scalars) {
  hop_sum(Parity::odd, 1, in, in, middle, partials, scalars, 0);
}

void StaggeredOperator::normal_residual(const ColourField& in, const ColourField& middle, ColourField& r,
                                        Partials& partials, const CgScalars& scalars) {
  hop_sum(Parity::even, -1, middle, in, r, partials, scalars, kernels::StaggeredDslashSum::kResidual);
}

std::unique_ptr<FermionOperator<ColourField>> StaggeredOperator::at_precision(const DeviceLattice& lattice,
                                                                              const GaugeField& u) const {
  return std::make_unique<StaggeredOperator>(lattice, u, mass(), boundary().wrapped);
}

void StaggeredOperator::square_derivative(MomentumField& p, double weight, const ColourField& even,
                                          const ColourField& odd) {
  with_neighbours(odd, Parity::odd);  // the even field has its neighbours' sites since the hop
  const ColourField* const fields[] = {&even, &odd};
  for (const Parity this_parity : {Parity::even, Parity::odd}) {
    const int h = int(this_parity);
    kernels::StaggeredForce::run(lattice(), boundary(), this_parity, weight, links()[this_parity], *fields[h],
                                 *fields[1 - h], p[this_parity]);
  }
}

}  // namespace glueball
