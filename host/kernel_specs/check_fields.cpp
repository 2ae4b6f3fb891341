#include "kernel_specs/check_fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "reference/distance.hpp"

namespace glueball::kernel_specs {

CheckLinks::CheckLinks(const DeviceLattice& l)
    : lattice(l),
      geometry(l.geometry()),
      u(hot_configuration(geometry, kCheckSeed)),
      device_u(uploaded(u)),
      sums(l) {}

GaugeField CheckLinks::uploaded(const Configuration& links) const {
  GaugeField field(lattice);
  upload(links, field);
  return field;
}

CheckSpinors::CheckSpinors(const DeviceLattice& l)
    : CheckLinks(l),
      psi(cpu::gaussian_spinor(geometry, Parity::even, kCheckSeed, 1)),
      chi(cpu::gaussian_spinor(geometry, Parity::odd, kCheckSeed, 1)),
      device_psi(l),
      device_chi(l),
      result(l) {
  upload(psi, device_psi);
  upload(chi, device_chi);
}

double CheckSpinors::error(const SpinorField& found, const ParitySpinorField& wanted) const {
  ParitySpinorField out;
  download(found, out);
  return reference::relative_error(out, wanted);
}

CheckMomenta::CheckMomenta(const DeviceLattice& l) : CheckLinks(l), p(geometry), device_p(l) {
  cpu::gaussian_momenta(p, kCheckSeed, 1);
  upload(p, device_p);
}

void CheckMomenta::clear() { upload(Momenta(geometry), device_p); }

Boundary check_boundary() {
  Boundary boundary = kAntiperiodicInTime;
  boundary.twist = {0.25, 0, 0, 0};
  return boundary;
}

double worst_of(std::initializer_list<double> errors) {
  double worst = 0;
  for (const double e : errors) {
    if (!std::isfinite(e)) return std::numeric_limits<double>::infinity();
    worst = std::max(worst, e);
  }
  return worst;
}

cpu::Digits digits_of(const DeviceLattice& lattice) {
  return lattice.precision() == gpu::Precision::double_ ? cpu::Digits::full : cpu::Digits::single;
}

args::RandomArgs check_random(Parity parity, Stream stream) {
  return {.parity = std::uint32_t(parity),
          .seed_low = std::uint32_t(kCheckSeed),
          .seed_high = 0,
          .step = 1,
          .stream = std::uint32_t(stream)};
}

}  // namespace glueball::kernel_specs
