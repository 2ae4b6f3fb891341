#include "actions/overlap_action.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "actions/noise.hpp"
#include "base/error.hpp"
#include "comm/of_all.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "overlap/followed_mode.hpp"
#include "overlap/overlap_memory.hpp"
#include "overlap/overlap_solver.hpp"
#include "overlap/sign_force.hpp"
#include "overlap/zero_modes.hpp"

namespace glueball {
namespace {

/// Start of the poles' interval, as a fraction of the largest known mode (SignForce).
constexpr double kShareOfPoles = 0.5;
/// Smallest tolerance of a solve, in errors of the sign function, which limit the residual.
constexpr double kSignErrors = 10;
/// Tolerance of the solves in the derivative of the sign, relative to that of the force.
constexpr double kInForce = 0.1;
/// Errors of the sign function in the search for zero modes: the first, and the factor by which it falls
/// while zero modes cannot be distinguished from others. The basis is no larger than in the search for low
/// modes.
constexpr double kFirstIndex = 1e-3, kNextIndex = 0.05;
constexpr int kBasisOfIndex = 32;
/// Vectors for phi, solutions, steps and the derivative.
constexpr std::size_t kVectorsBeside = 12;

/// Links whose elements differ by less have the same modes to rounding.
constexpr double kSameLinks = 1e-14;

/// Returns the largest difference of elements on all ranks.
double largest_difference(const Configuration& u, const Configuration& v, const Domain* domain) {
  double largest = 0;
  for (std::size_t n = 0; n < u.links().size(); ++n)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        largest = std::max(largest, std::abs(u.links()[n][i][j] - v.links()[n][i][j]));
  return domain == nullptr ? largest : std::ranges::max(of_all(domain->ranks(), largest));
}

const ActionContext& possible(const ActionContext& context) {
  const auto refuse = [](const char* what, const char* hint) {
    throw Error(ErrorKind::bad_value, std::string("dynamical overlap quarks ") + what, hint);
  };
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
      dots_(context.lattice),
      phi_(full_vector(context.lattice)),
      part_(full_vector(context.lattice)) {
  kernel_.check();
  check_overlap_masses(std::span(&parameters.mass, 1));
  try_overlap_memory(context.lattice, kernel_, 1,
                     kVectorsBeside + FollowedMode::kMostWider + 2 * std::size_t(parameters.low_modes));
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
  Configuration now = download(u);
  if (!known_ || largest_difference(known_->links, now, context_.lattice.domain()) > kSameLinks)
    known_ = Known{std::move(now), search(u)};
  if (!unsure) require_signs(*known_->modes.modes);
  return known_->modes;
}

SignedModes OverlapAction::search(const GaugeField& u) const {
  WilsonOperator op(context_.lattice, u, kernel_.kappa(), 0, kernel_.boundary);
  auto modes = std::make_shared<const KernelModes>(
      low_modes(op, kernel_, true, known_ ? known_->modes.modes.get() : nullptr));
  if (modes->values.empty())
    throw Error(ErrorKind::not_converged,
                "overlap quarks: eigenvalues of H are degenerate, as those of free quarks are, and more than "
                "its low modes",
                "give the monomial more of these, such as low-modes = 24, or begin with start = \"hot\"");
  return SignedModes(std::move(modes));
}

/// Counts zero modes as for a measured configuration (host/measure/index.hpp). A few digits of the sign tell
/// most zero modes from others, and the low modes are known.
int OverlapAction::find_index(const GaugeField& u, const SignedModes& modes) const {
  OverlapKernel kernel = kernel_;
  for (double error = kFirstIndex;; error *= kNextIndex) {
    kernel.sign_error = std::max(error, kernel_.sign_error);
    SignFunction sign(context_.lattice, u, modes.modes, kernel);
    const ZeroModes found = ZeroModeSearch(sign, {.basis = kBasisOfIndex}).run();
    if (!found.unclear) return found.index();
    if (error <= kernel_.sign_error)
      throw Error(
          ErrorKind::not_converged,
          fmt::format("overlap quarks: an eigenvalue of {:.3g} may be 0 or not, where the sign is wrong "
                      "by {:g}",
                      *found.unclear, kernel.sign_error),
          "give a smaller <sign-error>, or another start");
  }
}

SignedModes OverlapAction::modes() { return modes_of(context_.u, false); }

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

void OverlapAction::put_exact(const DoubleLinks& u) {
  upload(u.configuration(), exact_u_);
  Halo(context_.lattice).exchange(exact_u_);
}

double OverlapAction::refresh(DoubleLinks& u, std::uint32_t step) {
  put_exact(u);
  // A trajectory must be a function of its links, so the search for low modes starts without any.
  if (began_ && largest_difference(began_->links, u.configuration(), context_.lattice.domain()) == 0)
    known_ = began_;
  else
    known_.reset();
  const SignedModes modes = modes_of(exact_u_, false);
  began_ = known_;
  const auto sign = sign_of(exact_u_, modes);
  if (!index_) index_ = find_index(exact_u_, modes);
  moving_index_ = *index_;
  sector_ = (step + context_.number) % 2 == 0 ? Chirality::plus : Chirality::minus;
  Vector chi = full_vector(context_.lattice);
  draw(step, chi);
  OverlapOperator(*sign).apply(parameters_.mass, chi, parameters_.flavours == 2 ? phi_ : part_, true);
  if (parameters_.flavours == 2) return dots_(chi, chi).real();
  project(sector_, part_, phi_);
  return energy_of(exact_u_, modes) + of_index(moving_index_);
}

double OverlapAction::energy(DoubleLinks& u) {
  put_exact(u);
  return energy_of(exact_u_, modes_of(exact_u_, false)) + of_index(moving_index_);
}

void OverlapAction::kick(double eps) {
  const auto sign = sign_of(context_.u, modes());
  SignForce force(*sign);
  Vector x = full_vector(context_.lattice);
  // dS = -x^+ d(D^+ D) x. Between fields of chirality c, D^+ D = (1 + m^2) / 2 + c (1 - m^2) / 2 sgn(H).
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
