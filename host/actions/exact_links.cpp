#include "actions/exact_links.hpp"

#include "base/error.hpp"
#include "kernels/gauge.hpp"
#include "kernels/heatbath.hpp"
#include "kernels/measure.hpp"
#include "lattice/transfer.hpp"
#include "linalg/copy.hpp"

namespace glueball {
namespace {

constexpr Parity kParities[] = {Parity::even, Parity::odd};

LatticeOptions in_double(const DeviceLattice& of) {
  if (of.options().storage == gpu::Storage::image)
    throw Error(ErrorKind::bad_value, "fields in images have their energies on the host",
                "choose buffer or texel storage, or energies on the host");
  LatticeOptions options = of.options_in(gpu::Precision::double_);
  options.storage = gpu::Storage::buffer;  // never short of texels
  return options;
}

template <class Loops>
double sum_of(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums) {
  for (const Parity parity : kParities) {
    Loops::run(lattice, {.parity = std::uint32_t(parity)}, u[parity], u[other(parity)], sums.partials());
    sums.collect(2, parity == Parity::odd);
  }
  const auto totals = sums.totals();
  return totals[0] + totals[1];
}

}  // namespace

ExactLinks::ExactLinks(const DeviceLattice& of)
    : of_(of),
      lattice_(of.device(), of.geometry(), in_double(of)),
      u_(lattice_),
      p_(lattice_),
      sums_(lattice_),
      deviation_(lattice_) {}

void ExactLinks::follow(const GaugeField& u) {
  copy(u, u_);
  for (const Parity parity : kParities) {
    kernels::Reunitarize::run(lattice_, {}, u_[parity], deviation_.partials());
    deviation_.collect_maximum(1, parity == Parity::odd);
  }
}

Configuration ExactLinks::configuration() const { return download(u_); }

void ExactLinks::set(const GaugeField& u) { copy(u, u_); }

double ExactLinks::plaquettes() { return sum_of<kernels::Plaquette>(lattice_, u_, sums_); }

double ExactLinks::rectangles() { return sum_of<kernels::Rectangle>(lattice_, u_, sums_); }

double ExactLinks::kinetic(const MomentumField& p) {
  for (const Parity parity : kParities) {
    copy(p[parity], p_);
    kernels::Norm2::run(lattice_, {}, p_, sums_.partials());
    sums_.collect(1, parity == Parity::odd);
  }
  return 0.5 * sums_.totals()[0];
}

}  // namespace glueball
