#include "fermion/naik_operator.hpp"

namespace glueball {

std::unique_ptr<FermionOperator<ColourField>> NaikOperator::beside(const DeviceLattice& lattice,
                                                                   const GaugeField& u) const {
  return std::make_unique<NaikOperator>(lattice, u, mass(), boundary().wrapped, coefficients());
}

const MatrixField& NaikOperator::carried(MatrixField& by_near, MatrixField& by_far) {
  kernels::LongLinksChain::run_all(lattice(), links(), by_far, by_near);
  return by_near;
}

}  // namespace glueball
