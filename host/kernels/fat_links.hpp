// Kernels of fat links made of staples within staples, of the projection of links to U(3), and of the
// derivatives of both.
#pragma once

#include "kernels/naik.hpp"

namespace glueball {

/// Eight matrices a site of one parity, which belong to one direction mu: see shaders/lib/transporters.glsl.
class ParityTransporters : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 40;
  explicit ParityTransporters(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};
using TransporterField = BothParities<ParityTransporters>;

namespace kernels {

/// Computes staples of links along mu, or of adjoint matrices (kDerivative). Fields: u_this, u_other, y_this,
/// y_other, staples.
struct Staples : Kernel<"smear/staples", Shape::links, args::FatLinksArgs<double>, In<ParityLinks>,
                        In<ParityLinks>, In<ParityMatrices>, In<ParityMatrices>, Out<ParityTransporters>> {
  static constexpr std::uint32_t kDerivative = 1;
};
/// B = a M + b A + sum (c A + d staples of A). Fields: u_this, u_other, transporters of this parity (A, B)
/// and of the other (A).
using StapleSums = Kernel<"smear/staple_sums", Shape::links, args::FatLinksArgs<double>, In<ParityLinks>,
                          In<ParityLinks>, InOut<ParityTransporters>, In<ParityTransporters>>;
/// X = a M + sum of staples of B, or X^+ is added (kDerivative). Fields: u_this, u_other, transporters of
/// this and the other parity, X.
struct FatLinks
    : Kernel<"smear/fat_links", Shape::sites, args::FatLinksArgs<double>, In<ParityLinks>, In<ParityLinks>,
             In<ParityTransporters>, In<ParityTransporters>, InOut<ParityMatrices>> {
  static constexpr std::uint32_t kDerivative = 1;
};
/// W = V (V^+ V)^(-1/2), or W = a V (kScale). Fields: V, W.
struct UnitaryPart : Kernel<"smear/unitary_part", Shape::links, args::LinearArgs<double>, In<ParityMatrices>,
                            Out<ParityLinks>> {
  static constexpr std::uint32_t kScale = 1;
};
/// z += the derivative of fat links along mu with respect to links at the sides of their paths. Fields:
/// u_other, transporters of the links of this and the other parity, those of the derivative of this and the
/// other parity, z.
using FatLinksChain = Kernel<"md/fat_links_chain", Shape::links, args::FatLinksArgs<double>, In<ParityLinks>,
                             In<ParityTransporters>, In<ParityTransporters>, In<ParityTransporters>,
                             In<ParityTransporters>, InOut<ParityMatrices>>;
/// Converts z = dS/dW to dS/dV. The argument a is the filter of singular values, b Lepage's weight in X. One
/// sum counts singular values that the filter has changed. Fields: V, W, those of the other parity, y =
/// dS/dX, that of the other parity, z.
using UnitaryPartChain = Kernel<"md/unitary_part_chain", Shape::blocks, args::FatLinksArgs<double>,
                                In<ParityMatrices>, In<ParityLinks>, In<ParityLinks>, In<ParityMatrices>,
                                In<ParityMatrices>, InOut<ParityMatrices>, Out<Partials>>;

}  // namespace kernels
}  // namespace glueball
