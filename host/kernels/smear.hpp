// Kernels of smeared links; stout smearing is a stage of the Wilson flow (kernels/flow.hpp).
#pragma once

#include "kernels/kernel.hpp"

namespace glueball {

/// Twelve links a site of one parity, three a direction: those of HYP smearing's inner steps.
class ParityFatLinks : public Field {
 public:
  static constexpr std::uint32_t kLinks = 12;
  explicit ParityFatLinks(const DeviceLattice& lattice)
      : Field(lattice, kLinks, lattice.stored(lattice.format())) {}
};
using FatField = BothParities<ParityFatLinks>;

namespace kernels {

/// P[keep U + staple sum of the staples] on the links of one direction (flags as the flow's). u_here,
/// u_there, smeared.
struct ApeSmear : Kernel<"smear/ape", Shape::sites, args::SmearArgs<double>, In<ParityLinks>, In<ParityLinks>,
                         Out<ParityLinks>> {
  static constexpr std::uint32_t kSpatial = 4;
};
/// Flags mu + 4 eta. u_here, u_there, smeared.
using HypInner = Kernel<"smear/hyp_inner", Shape::sites, args::SmearArgs<double>, In<ParityLinks>,
                        In<ParityLinks>, Out<ParityFatLinks>>;
/// Flags mu + 4 nu. u_here, inner here and there, smeared: a fat field, or, for three dimensions, links.
using HypMiddle = Kernel<"smear/hyp_middle", Shape::sites, args::SmearArgs<double>, In<ParityLinks>,
                         In<ParityFatLinks>, In<ParityFatLinks>, Out<Field>>;
/// Flags mu. u_here, middle here and there, smeared.
using HypOuter = Kernel<"smear/hyp_outer", Shape::sites, args::SmearArgs<double>, In<ParityLinks>,
                        In<ParityFatLinks>, In<ParityFatLinks>, Out<ParityLinks>>;

}  // namespace kernels
}  // namespace glueball
