#include "actions/overlap_action.hpp"

#include <cmath>

#include "actions/noise.hpp"
#include "base/error.hpp"
#include "field/transfer.hpp"
#include "overlap/chiral_modes.hpp"
#include "overlap/overlap_memory.hpp"
#include "overlap/overlap_solver.hpp"
#include "overlap/sign_force.hpp"

namespace glueball {
namespace {

/// Where the poles begin, of where the known modes end (SignForce).
constexpr double kShareOfPoles = 0.5;
/// What residuals come to, in errors of the sign function.
constexpr double kSignErrors = 10;
/// Of the solves in the derivative of the sign, relative to that of the force.
constexpr double kInForce = 0.1;
/// To what zero modes are looked for at first: chiral_modes goes on where that does not tell them from
/// others.
constexpr double kZeroModes = 1e-3;
/// Of phi, solutions, steps and the derivative.
constexpr std::size_t kVectorsBeside = 12;

const ActionContext& possible(const ActionContext& context) {
  const auto refuse = [](const char* what, const char* hint) {
    throw Error(ErrorKind::bad_value, std::string("dynamical overlap quarks ") + what, hint);
  };
  if (context.lattice.domain() != nullptr) refuse("on several ranks", "start one process");
  if (context.lattice.precision() != gpu::Precision::double_)
    refuse("in single precision: where an eigenvalue of H passes through zero would be lost in rounding",
           "give <precision double>");
  if (context.lattice.options().storage == gpu::Storage::image)
    refuse("with fields in images", "choose buffer or texel storage");
  return context;
}

OverlapKernel kernel_of(const ActionContext& context, const OverlapParameters& p) {
  return {.m0 = p.m0,
          .boundary = context.boundary.wrapped(context.lattice.geometry()),
          .sign_error = p.sign_error,
          .low_modes = p.low_modes,
          .share = kShareOfPoles};
}

}  // namespace

OverlapAction::OverlapAction(const ActionContext& context, const OverlapParameters& parameters)
    : context_(possible(context)),
      parameters_(parameters),
      kernel_(kernel_of(context, parameters)),
      exact_u_(context.lattice),
      start_(context.lattice),
      normal_(context.lattice),
      wilson_(context.lattice, context.u, kernel_.kappa(), 0, kernel_.boundary),
      dots_(context.lattice),
      phi_(full_vector(context.lattice)),
      part_(full_vector(context.lattice)) {
  kernel_.check();
  check_overlap_masses(std::span(&parameters.mass, 1));
  try_overlap_memory(context.lattice, kernel_, 1, kVectorsBeside + std::size_t(parameters.low_modes));
}

std::span<const Chirality> OverlapAction::sectors() const {
  static constexpr std::array kBoth{Chirality::plus, Chirality::minus};
  return parameters_.flavours == 2 ? std::span<const Chirality>(kBoth) : std::span(&sector_, 1);
}

FullQuarkField<ParitySpinorField> OverlapAction::pseudofermion() const {
  FullQuarkField<ParitySpinorField> phi;
  for (std::size_t part = 0; part < 2; ++part) download(phi_[part], phi[part]);
  return phi;
}

SignedModes OverlapAction::modes_of(const GaugeField& u, bool unsure) {
  WilsonOperator op(context_.lattice, u, kernel_.kappa(), 0, kernel_.boundary);
  auto modes = std::make_shared<const KernelModes>(low_modes(op, kernel_, unsure));
  if (modes->values.empty())
    throw Error(ErrorKind::not_converged,
                "overlap quarks: eigenvalues of H are degenerate, as those of free quarks are, and more than "
                "its low modes",
                "give the monomial more of these, such as low-modes = 24, or begin with start = \"hot\"");
  return SignedModes(std::move(modes));
}

SignedModes OverlapAction::modes() {
  Configuration now = download(context_.u);
  if (!known_ || known_->links.links() != now.links())
    known_ = Known{std::move(now), modes_of(context_.u, false)};
  return known_->modes;
}

std::unique_ptr<SignFunction> OverlapAction::sign_of(const GaugeField& u, const SignedModes& modes) const {
  auto sign = std::make_unique<SignFunction>(context_.lattice, u, modes.modes, kernel_);
  for (std::size_t n = 0; n < modes.positive.size(); ++n) sign->set_positive(n, modes.positive[n]);
  return sign;
}

void OverlapAction::solve(SignFunction& sign, Chirality sector, double tolerance, Vector& x) {
  OverlapSolver solver(sign, {parameters_.mass},
                       {.tolerance = std::max(tolerance, kSignErrors * parameters_.sign_error),
                        .max_iterations = context_.solves.max_iterations});
  project(sector, phi_, part_);
  iterations_ += solver.solve_normal(sector, part_, 0, x).iterations;
}

double OverlapAction::energy_of(const GaugeField& u, const SignedModes& modes) {
  const auto sign = sign_of(u, modes);
  Vector x = full_vector(context_.lattice);
  double energy = 0;
  for (const Chirality sector : sectors()) {
    solve(*sign, sector, context_.solves.action_tolerance, x);
    energy += dots_(part_, x).real();
  }
  return energy;
}

double OverlapAction::of_index(int index) const {
  return parameters_.flavours == 2 ? 0 : -int(sector_) * index * std::log(parameters_.mass);
}

void OverlapAction::draw(std::uint32_t step, Vector& chi) {
  for (const Parity parity : kParities) draw_spinors(context_, step, chi[std::size_t(parity)], parity);
}

double OverlapAction::refresh(ExactLinks& u, std::uint32_t step) {
  upload(u.configuration(), exact_u_);
  const SignedModes modes = modes_of(exact_u_, false);
  const auto sign = sign_of(exact_u_, modes);
  if (!index_) index_ = chiral_modes(*sign, {.count = 1, .tolerance = kZeroModes}).index();
  moving_index_ = *index_;
  sector_ = (step + context_.number) % 2 == 0 ? Chirality::plus : Chirality::minus;
  Vector chi = full_vector(context_.lattice);
  draw(step, chi);
  OverlapOperator(*sign).apply(parameters_.mass, chi, parameters_.flavours == 2 ? phi_ : part_, true);
  if (parameters_.flavours == 2) return dots_(chi, chi).real();
  project(sector_, part_, phi_);
  return energy_of(exact_u_, modes) + of_index(moving_index_);
}

double OverlapAction::energy(ExactLinks& u) {
  upload(u.configuration(), exact_u_);
  return energy_of(exact_u_, modes_of(exact_u_, false)) + of_index(moving_index_);
}

void OverlapAction::kick(double eps) {
  const auto sign = sign_of(context_.u, modes());
  SignForce force(*sign);
  Vector x = full_vector(context_.lattice);
  // dS = -x^+ d(D^+ D) x, and D^+ D = (1 + m^2) / 2 + c (1 - m^2) / 2 sgn(H) between fields of chirality c.
  const double half = (1 - parameters_.mass * parameters_.mass) / 2;
  for (const Chirality sector : sectors()) {
    solve(*sign, sector, context_.solves.force_tolerance, x);
    force.add(-eps * half * int(sector), x, kInForce * context_.solves.force_tolerance, context_.p);
  }
}

void OverlapAction::decided(bool accepted) {
  if (accepted)
    index_ = moving_index_;
  else
    moving_index_ = index_.value_or(moving_index_);
}

}  // namespace glueball
