// Kernels of smeared links. Stout smearing is a stage of the Wilson flow (kernels/flow.hpp).
#pragma once

#include "kernels/naik.hpp"

namespace glueball {

/// Twelve links a site of one parity, three for each direction: the intermediate links of HYP smearing.
class ParityFatLinks : public Field {
 public:
  static constexpr std::uint32_t kLinks = 12;
  explicit ParityFatLinks(const DeviceLattice& lattice)
      : Field(lattice, kLinks, lattice.stored(lattice.format())) {}
};
using FatField = BothParities<ParityFatLinks>;

namespace kernels {

/// smeared = P[keep U + staple sum of the staples] for the links of one direction (flags as the flow's).
/// Fields: u_this, u_other, smeared.
struct ApeSmear : Kernel<"smear/ape", Shape::sites, args::SmearArgs<double>, In<ParityLinks>, In<ParityLinks>,
                         Out<ParityLinks>> {
  static constexpr std::uint32_t kSpatial = 4;
};
/// Flags are mu + 4 eta. Fields: u_this, u_other, smeared.
using HypInner = Kernel<"smear/hyp_inner", Shape::sites, args::SmearArgs<double>, In<ParityLinks>,
                        In<ParityLinks>, Out<ParityFatLinks>>;
/// Flags are mu + 4 nu. Fields: u_this, inner_this, inner_other, smeared. The last is a fat field or, in
/// three dimensions, links.
using HypMiddle = Kernel<"smear/hyp_middle", Shape::sites, args::SmearArgs<double>, In<ParityLinks>,
                         In<ParityFatLinks>, In<ParityFatLinks>, Out<Field>>;
/// Flags are mu. Fields: u_this, middle_this, middle_other, smeared.
using HypOuter = Kernel<"smear/hyp_outer", Shape::sites, args::SmearArgs<double>, In<ParityLinks>,
                        In<ParityFatLinks>, In<ParityFatLinks>, Out<ParityLinks>>;

/// The chain rule of a stout step, at the links themselves: a force on V = exp(i q) U becomes that through
/// the explicit U, and lambda, which multiplies the staples' derivative. Fields: u_this, u_other, F, lambda.
struct StoutChain : Kernel<"md/stout_chain", Shape::site_links, args::ScaledArgs<double>, In<ParityLinks>,
                           In<ParityLinks>, InOut<ParityMomenta>, Out<ParityMatrices>> {
  static constexpr std::uint32_t kSpatial = 1;  ///< flag: only links and staples in space
};
/// F += the force through the links of all staples. Flags as above. Fields: u_this, u_other, lambda_this,
/// lambda_other, F.
using StapleChain = Kernel<"md/staple_chain", Shape::site_links, args::SiteArgs, In<ParityLinks>,
                           In<ParityLinks>, In<ParityMatrices>, In<ParityMatrices>, InOut<ParityMomenta>>;

}  // namespace kernels
}  // namespace glueball
