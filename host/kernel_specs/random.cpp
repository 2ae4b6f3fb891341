// Kernel specs of gaussian random fields.
#include "cpu/random.hpp"

#include "cpu/ranlux.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernels/fermion.hpp"
#include "kernels/gauge.hpp"
#include "kernels/ranlux.hpp"
#include "reference/distance.hpp"

namespace glueball::kernel_specs {
namespace {

// Random numbers are drawn in single precision for every precision of fields.
constexpr Tolerance kDrawn{.single = 1e-6, .double_ = 1e-6};

double momenta_error(const DeviceLattice& lattice) {
  const CheckMomenta c(lattice);
  MomentumField p(lattice);
  for (const Parity this_parity : kParities)
    kernels::GaussianMomenta::run(lattice, check_random(this_parity, Stream::momenta), p[this_parity]);
  return reference::relative_error(download(p), c.p);
}

double spinor_error(const DeviceLattice& lattice) {
  CheckSpinors c(lattice);
  kernels::GaussianSpinor::run(lattice, check_random(Parity::even, Stream::pseudofermion), c.result);
  return c.error(c.result, c.psi);
}

double ranlux_error(const DeviceLattice& lattice) {
  const Geometry& g = lattice.geometry();
  RanluxField generators(lattice, 3);
  auto state = cpu::ranlux_start(g, kCheckSeed);
  state.pop_back();
  generators.upload(state);
  MomentumField p(lattice);
  kernels::GaussianRanlux::momenta(lattice, generators, p);
  Momenta wanted(g);
  for (const Parity this_parity : kParities)
    for (std::size_t n = 0; n < g.half_volume(); ++n) {
      cpu::Ranlux ranlux(state[std::size_t(this_parity) * g.half_volume() + n], generators.skipped());
      const std::size_t site = g.index(g.half_site(this_parity, n));
      for (int plane = 0; plane < 8; ++plane) {
        const auto four = cpu::gaussians_of(ranlux.block());
        std::copy(four.begin(), four.end(), wanted.at(site, plane / 2).begin() + 4 * (plane % 2));
      }
    }
  return reference::relative_error(download(p), wanted);
}

}  // namespace

std::vector<KernelSpec> random_specs() {
  using namespace kernels;
  return {
      {.kernel = GaussianMomenta::record(),
       .checks = {{.name = "gaussian fields", .error = momenta_error, .allowed = kDrawn}}},
      {.kernel = GaussianSpinor::record(),
       .checks = {{.name = "gaussian fields", .error = spinor_error, .allowed = kDrawn}}},
      {.kernel = GaussianRanlux::record(),
       .checks = {{.name = "ranlux", .error = ranlux_error, .allowed = kDrawn}}},
  };
}

}  // namespace glueball::kernel_specs
