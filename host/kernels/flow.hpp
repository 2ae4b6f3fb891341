// Kernels of the gradient flow. Links are read from one field and written to another, since every link needs
// the old values of its neighbours.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// K <- keep K + force, moved <- exp(move K) U. Fields: u_this, u_other, K, moved.
struct FlowStep : Kernel<"flow/step", Shape::site_links, args::FlowArgs<double>, In<ParityLinks>,
                         In<ParityLinks>, InOut<ParityMomenta>, Out<ParityLinks>> {
  static constexpr std::uint32_t kRectangles = 1, kSpatial = 2;  ///< flags
};
/// Computes the force Z only. Fields: u_this, u_other, Z.
using FlowForce = Kernel<"flow/force", Shape::site_links, args::FlowArgs<double>, In<ParityLinks>,
                         In<ParityLinks>, Out<ParityMomenta>>;
/// K <- keep K + (1 + D*D / 12) Z, moved <- exp(move K) U. Fields: u_this, u_other, Z_this, Z_other, K,
/// moved.
using ZeuthenStep =
    Kernel<"flow/zeuthen", Shape::site_links, args::FlowArgs<double>, In<ParityLinks>, In<ParityLinks>,
           In<ParityMomenta>, In<ParityMomenta>, InOut<ParityMomenta>, Out<ParityLinks>>;
/// Computes max |V - exp(i Q) W| / 9, first pass; 1e30 stands for NaN. Fields: V, W, Q, partial results.
using FlowDistance = Kernel<"flow/distance", Shape::blocks, args::None, In<ParityLinks>, In<ParityLinks>,
                            In<ParityMomenta>, Out<Partials>>;

}  // namespace glueball::kernels
