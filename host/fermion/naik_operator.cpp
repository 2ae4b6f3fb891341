#include "fermion/naik_operator.hpp"

namespace glueball {

std::unique_ptr<FermionOperator<ColourField>> NaikOperator::beside(const DeviceLattice& lattice,
                                                                   const GaugeField& u) const {
  return std::make_unique<NaikOperator>(lattice, u, mass(), boundary().wrapped, coefficients());
}

void NaikOperator::links_changed() {
  kernels::LongLinks::run_all(lattice(), links(), long_);
  exchange_links(long_, kLayers);
}

const MatrixField& NaikOperator::carried(MatrixField& by_near, MatrixField& by_far) {
  const HaloField both[] = {{&by_far[Parity::even], Parity::even}, {&by_far[Parity::odd], Parity::odd}};
  exchange(both, kLayers - 1);
  kernels::LongLinksChain::run_all(lattice(), links(), by_far, by_near);
  return by_near;
}

}  // namespace glueball
