#include "fermion/colour_operator.hpp"

#include <string>

#include "base/error.hpp"
#include "fermion/multi_colour_operator.hpp"
#include "kernels/linalg.hpp"

namespace glueball {

ColourOperator::ColourOperator(const DeviceLattice& lattice, const GaugeField& u, double mass,
                               const Boundary& boundary)
    : FermionOperator(lattice), u_(u), mass_(mass), boundary_(lattice.geometry(), boundary), odd_(lattice) {}

void ColourOperator::even_odd(const ColourField& in, ColourField& out, bool) {
  hop(Parity::odd, in, odd_);
  add_hop(Parity::even, mass_ * mass_, in, -1, odd_, out);
}

void ColourOperator::normal(const ColourField& in, ColourField&, ColourField& out) { even_odd(in, out); }

double ColourOperator::normal_flops() const {
  return (2 * hop_flops() + 12) * double(lattice().geometry().half_volume());
}

void ColourOperator::apply(Parity target, const ColourField& this_parity, const ColourField& other_parity,
                           ColourField& out, bool dagger) {
  add_hop(target, mass_, this_parity, dagger ? -1 : 1, other_parity, out);
}

void ColourOperator::prepare(const ColourField& b_even, const ColourField& b_odd, ColourField& source) {
  add_hop(Parity::even, mass_, b_even, -1, b_odd, source);
}

void ColourOperator::prepare_normal(const ColourField& b_even, const ColourField& b_odd, ColourField&,
                                    ColourField& source) {
  prepare(b_even, b_odd, source);
}

void ColourOperator::reconstruct(const ColourField& b_odd, const ColourField& x_even, ColourField& x_odd) {
  add_hop(Parity::odd, 1 / mass_, b_odd, -1 / mass_, x_even, x_odd);
}

std::unique_ptr<MultiMatrix<ColourField>> ColourOperator::for_several(std::uint32_t count) const {
  // Split links of both lengths and parities are sixteen buffers besides three others; unused ones are bound
  // too. The check is here, so that callers can fall back to single right-hand sides.
  constexpr std::uint32_t kBound = 19;
  const DeviceLattice& l = lattice();
  const std::uint32_t allowed = l.device().info().limits.storage_blocks;
  if (l.options().storage == gpu::Storage::split && allowed < kBound)
    throw Error(ErrorKind::device,
                l.device().info().id() +
                    ": several staggered right-hand sides with links of this size bind " +
                    std::to_string(kBound) + " buffers, the device allows " + std::to_string(allowed),
                "use <block 1>");
  return std::make_unique<MultiColourOperator>(*this, count);
}

void ColourOperator::derivative(MomentumField& p, double eps, const ColourField& y, const ColourField& x,
                                double) {
  begin_squares();
  if (&x == &y) {
    add_square(p, 2 * eps, x);
  } else {
    // A is hermitian: 2 Re y^+ dA x = [(x + y)^+ dA (x + y) - (x - y)^+ dA (x - y)] / 2.
    if (!sum_) sum_.emplace(lattice());
    const Launch all(lattice(), kernels::kColours);
    for (const double sign : {1.0, -1.0}) {
      kernels::Axpby::run(all, {.a = 1, .b = sign}, x, y, *sum_);
      add_square(p, sign * eps / 2, *sum_);
    }
  }
  finish_squares(p);
}

void ColourOperator::add_square(MomentumField& p, double weight, const ColourField& x) {
  hop(Parity::odd, x, odd_);
  square_derivative(p, weight, x, odd_);
}

}  // namespace glueball
