#include "update/molecular_dynamics.hpp"

#include "kernels/gauge.hpp"
#include "kernels/linalg.hpp"
#include "lattice/random_stream.hpp"
#include "lattice/transfer.hpp"
#include "reference/kinetic.hpp"

namespace glueball {
namespace {

constexpr Parity kParities[] = {Parity::even, Parity::odd};

}  // namespace

MolecularDynamics::MolecularDynamics(const DeviceLattice& lattice, const Configuration& start)
    : lattice_(lattice), u_(lattice), p_(lattice) {
  upload(lattice_, start, u_);
}

double MolecularDynamics::refresh(std::uint64_t seed, std::uint32_t step) {
  for (const Parity parity : kParities)
    kernels::GaussianMomenta::run(lattice_,
                                  {.parity = std::uint32_t(parity), .seed_low = std::uint32_t(seed),
                                   .seed_high = std::uint32_t(seed >> 32), .step = step,
                                   .stream = std::uint32_t(Stream::momenta)},
                                  p_[parity]);
  const Configuration u = configuration();
  double h = reference::kinetic(download(lattice_, p_));
  for (auto& action : actions_) h += action->refresh(u, step);
  return h;
}

double MolecularDynamics::hamiltonian() {
  const Configuration u = configuration();
  double h = reference::kinetic(download(lattice_, p_));
  for (auto& action : actions_) h += action->energy(u);
  return h;
}

void MolecularDynamics::integrate(Integrator integrator, double tau, int steps) {
  glueball::integrate(
      integrator, tau, steps, [this](double eps) { kick(eps); }, [this](double eps) { drift(eps); });
}

void MolecularDynamics::reverse() {
  for (const Parity parity : kParities)
    kernels::Scale::run(lattice_, {.planes = MomentumHalf::kPlanes, .a = -1, .b = 0}, p_[parity]);
}

void MolecularDynamics::kick(double eps) {
  for (auto& action : actions_) action->kick(eps);
}

void MolecularDynamics::drift(double eps) {
  for (const Parity parity : kParities)
    kernels::UpdateLinks::run(lattice_, {.parity = std::uint32_t(parity), .coefficient = eps}, u_[parity],
                              p_[parity]);
}

Configuration MolecularDynamics::configuration() const { return download_unitary(lattice_, u_); }

int MolecularDynamics::take_iterations() {
  int sum = 0;
  for (auto& action : actions_) sum += action->take_iterations();
  return sum;
}

}  // namespace glueball
