// Kernels of the field strength of all planes at each site, and of quantities made of it.
#pragma once

#include "kernels/clover.hpp"

namespace glueball {

/// Field strengths of one parity's sites in 12 planes of memory, p1..p4 and p5..p8 of each lattice plane in
/// the format of momenta. The order is (y, z), (z, x), (x, y), (x, t), (y, t), (z, t).
class ParityFieldStrengths : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 12;
  explicit ParityFieldStrengths(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};
using FieldStrengths = BothParities<ParityFieldStrengths>;

/// Sixteen numbers a site (measure/field_products.hpp).
class ParityFieldProducts : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 4;
  explicit ParityFieldProducts(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};

namespace kernels {

/// F is the traceless field strength of all planes. Fields: u_this, u_other, F.
struct StrengthsOfPlanes : Kernel<"measure/field_strengths", Shape::sites, args::CloverArgs, In<ParityLinks>,
                                  In<ParityLinks>, Out<ParityFieldStrengths>> {
  static constexpr std::uint32_t kImproved = 1;  ///< flag: other loops than 1 x 1 too
  static void run_all(const DeviceLattice& lattice, Parity this_parity, glueball::FieldStrength kind,
                      const GaugeField& u, ParityFieldStrengths& f) {
    args::CloverArgs arguments = clover_shares(kind);
    arguments.parity = std::uint32_t(this_parity);
    run({lattice, kind == glueball::FieldStrength::clover ? 0 : kImproved}, arguments, u[this_parity],
        u[other(this_parity)], f);
  }
};
/// Computes the products at a site. Fields: F, products.
using FieldProducts = Kernel<"measure/field_products", Shape::sites, args::None, In<ParityFieldStrengths>,
                             Out<ParityFieldProducts>>;

/// Sums around the lattice in time with field strengths dt >= 1 links apart. The components are electric,
/// magnetic, electric by corners, none. Fields: u_this, u_other, F_this, F_other.
using LineCorrelators =
    Kernel<"measure/line_correlators", Shape::blocks, args::SeparationArgs, In<ParityLinks>, In<ParityLinks>,
           In<ParityFieldStrengths>, In<ParityFieldStrengths>, Out<Partials>>;

}  // namespace kernels
}  // namespace glueball
