#include "actions/two_flavour_wilson.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "kernels/ranlux.hpp"
#include "lattice/random_stream.hpp"
#include "reference/dot.hpp"
#include "reference/norm2.hpp"
#include "reference/wilson_dslash.hpp"

namespace glueball {
namespace {

reference::WilsonOperator<double> exact_operator(const DeviceLattice& lattice, const Configuration& u, double kappa) {
  return {u, kappa, lattice.options().boundary};
}

}  // namespace

TwoFlavourWilson::TwoFlavourWilson(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p,
                                   const TwoFlavourParameters& parameters)
    : lattice_(lattice), u_(u), p_(p), parameters_(parameters), op_(lattice, u, parameters.kappa), cg_(op_),
      solver_(cg_, lattice), device_phi_(lattice), x_(lattice), y_(lattice) {}

void TwoFlavourWilson::set_phi(const HalfSpinorField& phi) {
  phi_ = phi;
  upload(lattice_, phi_, device_phi_);
}

double TwoFlavourWilson::refresh(const Configuration& u, std::uint32_t step) {
  const std::uint64_t seed = parameters_.seed;
  if (parameters_.ranlux)
    kernels::GaussianRanlux::pseudofermion(lattice_, *parameters_.ranlux, Parity::even, 24, device_phi_);
  else
    kernels::GaussianSpinor::run(lattice_,
                                 {.parity = std::uint32_t(Parity::even), .seed_low = std::uint32_t(seed),
                                  .seed_high = std::uint32_t(seed >> 32), .step = step,
                                  .stream = std::uint32_t(Stream::pseudofermion)},
                                 device_phi_);
  HalfSpinorField eta, phi(lattice_.geometry().half_volume());
  download(lattice_, device_phi_, eta);
  exact_operator(lattice_, u, parameters_.kappa).even_odd(eta, phi, true);
  set_phi(phi);
  return reference::norm2(eta);
}

double TwoFlavourWilson::energy(const Configuration& u) {
  HalfSpinorField x(phi_.size());
  last_solve_ = solver_.solve(exact_operator(lattice_, u, parameters_.kappa), phi_, x, parameters_.action_tolerance,
                              parameters_.max_iterations);
  iterations_ += last_solve_.iterations;
  return reference::dot(phi_, x).real();
}

void TwoFlavourWilson::kick(double eps) {
  const DeviceCgResult solve =
      cg_.solve(device_phi_, x_[Parity::even], parameters_.force_tolerance, parameters_.max_iterations);
  iterations_ += solve.iterations;
  if (solve.state != SolverState::converged)
    throw Error(Status::not_converged,
                fmt::format("fermion force: the solver stopped at |r|/|b| = {:.3g} after {} iterations, asked for {:.3g}",
                            solve.residual, solve.iterations, parameters_.force_tolerance),
                "raise --max-iterations, take shorter steps, or move kappa away from critical");
  op_.even_odd(x_[Parity::even], y_[Parity::even]);
  op_.hop(Parity::odd, x_[Parity::even], x_[Parity::odd], parameters_.kappa);
  op_.hop(Parity::odd, y_[Parity::even], y_[Parity::odd], parameters_.kappa, true);
  for (const Parity here : {Parity::even, Parity::odd}) {
    const Parity there = other(here);
    kernels::FermionForce::run(
        lattice_, {.parity = std::uint32_t(here), .coefficient = eps * parameters_.kappa}, u_[here], x_[here],
        x_[there], y_[here], y_[there], p_[here]);
  }
}

}  // namespace glueball
