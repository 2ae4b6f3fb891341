// Kernels of fat links made of staples within staples, of links brought back to U(3), and of their
// derivatives.
#pragma once

#include "kernels/naik.hpp"

namespace glueball {

/// Eight matrices at each site of one parity that go along one direction mu: see
/// shaders/lib/transporters.glsl.
class ParityTransporters : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 40;
  explicit ParityTransporters(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};
using TransporterField = BothParities<ParityTransporters>;

namespace kernels {

/// Staples of links along mu, or (kDerivative) of adjoint matrices. u_here, u_there, y_here, y_there,
/// staples.
struct Staples : Kernel<"smear/staples", Shape::links, args::FatLinksArgs<double>, In<ParityLinks>,
                        In<ParityLinks>, In<ParityMatrices>, In<ParityMatrices>, Out<ParityTransporters>> {
  static constexpr std::uint32_t kDerivative = 1;
};
/// B = a M + b A + sum (c A + d staples of A). u_here, u_there, transporters here (A, B) and there (A).
using StapleSums = Kernel<"smear/staple_sums", Shape::links, args::FatLinksArgs<double>, In<ParityLinks>,
                          In<ParityLinks>, InOut<ParityTransporters>, In<ParityTransporters>>;
/// X = a M + sum of staples of B, or (kDerivative) X^+ added. u_here, u_there, transporters here and there,
/// X.
struct FatLinks
    : Kernel<"smear/fat_links", Shape::sites, args::FatLinksArgs<double>, In<ParityLinks>, In<ParityLinks>,
             In<ParityTransporters>, In<ParityTransporters>, InOut<ParityMatrices>> {
  static constexpr std::uint32_t kDerivative = 1;
};
/// W = V (V^+ V)^(-1/2), or (kScale) a V. V, W.
struct UnitaryPart : Kernel<"smear/unitary_part", Shape::links, args::LinearArgs<double>, In<ParityMatrices>,
                            Out<ParityLinks>> {
  static constexpr std::uint32_t kScale = 1;
};
/// z += the derivative of fat links along mu through links at the sides of their paths. u_there, transporters
/// of the links here and there, those of the derivative here and there, z.
using FatLinksChain = Kernel<"md/fat_links_chain", Shape::links, args::FatLinksArgs<double>, In<ParityLinks>,
                             In<ParityTransporters>, In<ParityTransporters>, In<ParityTransporters>,
                             In<ParityTransporters>, InOut<ParityMatrices>>;
/// z = dS/dW becomes dS/dV; a is the filter, b Lepage's weight in X. One sum: singular values that the filter
/// has changed. V, W, those of the other parity, y = dS/dX, that of the other parity, z.
using UnitaryPartChain = Kernel<"md/unitary_part_chain", Shape::blocks, args::FatLinksArgs<double>,
                                In<ParityMatrices>, In<ParityLinks>, In<ParityLinks>, In<ParityMatrices>,
                                In<ParityMatrices>, InOut<ParityMatrices>, Out<Partials>>;

}  // namespace kernels
}  // namespace glueball
