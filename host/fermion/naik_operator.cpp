#include "fermion/naik_operator.hpp"

namespace glueball {

std::unique_ptr<FermionOperator<ColourField>> NaikOperator::at_precision(const DeviceLattice& lattice,
                                                                         const GaugeField& u) const {
  return std::make_unique<NaikOperator>(lattice, u, mass(), boundary().wrapped, coefficients());
}

void NaikOperator::links_changed() {
  kernels::LongLinks::run_all(lattice(), links(), long_);
  exchange(long_, kLayers);
}

const MatrixField& NaikOperator::carried(MatrixField& by_near, MatrixField& by_long) {
  exchange(by_long, kLayers - 1);
  kernels::LongLinksChain::run_all(lattice(), links(), by_long, by_near);
  return by_near;
}

}  // namespace glueball
