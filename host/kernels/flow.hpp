// Kernels of the gradient flow. Links are read from one field and written to another, since every link needs
// its neighbours as they were.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// K <- keep K + force, moved <- exp(move K) U. u_here, u_there, K, moved.
struct FlowStep : Kernel<"flow/step", Shape::site_links, args::FlowArgs<double>, In<ParityLinks>,
                         In<ParityLinks>, InOut<ParityMomenta>, Out<ParityLinks>> {
  static constexpr std::uint32_t kRectangles = 1, kSpatial = 2;  ///< flags
};
/// The force alone: u_here, u_there, Z.
using FlowForce = Kernel<"flow/force", Shape::site_links, args::FlowArgs<double>, In<ParityLinks>,
                         In<ParityLinks>, Out<ParityMomenta>>;
/// K <- keep K + (1 + D*D / 12) Z, moved <- exp(move K) U. u_here, u_there, Z here and there, K, moved.
using ZeuthenStep =
    Kernel<"flow/zeuthen", Shape::site_links, args::FlowArgs<double>, In<ParityLinks>, In<ParityLinks>,
           In<ParityMomenta>, In<ParityMomenta>, InOut<ParityMomenta>, Out<ParityLinks>>;
/// max |V - exp(i Q) W| / 9, first pass; 1e30 where that is no number. V, W, Q, partial results.
using FlowDistance = Kernel<"flow/distance", Shape::blocks, args::None, In<ParityLinks>, In<ParityLinks>,
                            In<ParityMomenta>, Out<Partials>>;

}  // namespace glueball::kernels
