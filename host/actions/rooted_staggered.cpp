#include "actions/rooted_staggered.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "kernels/ranlux.hpp"
#include "reference/gaussian_colour.hpp"

namespace glueball {
namespace {

/// x^(numerator / denominator) of the eigenvalues of A.
RationalFunction power_of(int numerator, int denominator, const QuarkParameters& quark,
                          const RootedParameters& rooted, double error) {
  if (numerator == -denominator) return {.constant = 0, .numerators = {1}, .shifts = {0}};
  const double lo = quark.mass * quark.mass;
  return shared_minimax_within({power_factor(numerator, denominator)}, {lo, lo + rooted.largest}, error)
      .function;
}

const RootedParameters& checked(const RootedParameters& rooted) {
  rooted.check();
  return rooted;
}

/// Pseudofermions of one action draw as those of others would that are far behind it.
constexpr std::uint32_t kBetween = 1 << 16;

}  // namespace

void RootedParameters::check() const {
  if (flavours >= 1 && pseudofermions >= 1 && flavours <= 4 * pseudofermions) return;
  throw Error(ErrorKind::bad_value,
              fmt::format("{} rooted flavours in {} pseudofermions", flavours, pseudofermions),
              "give one pseudofermion for up to four flavours, two for up to eight");
}

RootedStaggered::RootedStaggered(const ActionContext& context, const QuarkParameters& quark,
                                 const RootedParameters& rooted)
    : context_(context),
      name_(fmt::format("rooted-{}", operator_kind<ColourField>(quark.action).name)),
      quark_(context.of(quark)),
      rooted_(checked(rooted)),
      heatbath_(power_of(rooted.flavours, 8 * rooted.pseudofermions, quark, rooted, kExactError)),
      action_(power_of(-rooted.flavours, 4 * rooted.pseudofermions, quark, rooted, kExactError)),
      force_(power_of(-rooted.flavours, 4 * rooted.pseudofermions, quark, rooted, kForceError)),
      solver_(context.lattice, context.u, context.solves, quark_,
              std::max({heatbath_.order(), action_.order(), force_.order()})),
      drawn_(context.lattice) {
  for (int j = 0; j < rooted.pseudofermions; ++j) phi_.emplace_back(context.lattice);
}

ParityColourField RootedStaggered::draw(int number, std::uint32_t step) {
  if (!context_.ranlux)
    return reference::gaussian_colour(context_.lattice.geometry(), Parity::even, context_.seed, step,
                                      context_.number + std::uint32_t(number) * kBetween);
  ParityColourField drawn;
  kernels::GaussianRanlux::pseudofermion(context_.lattice, *context_.ranlux, Parity::even, drawn_);
  download(drawn_, drawn);
  return drawn;
}

void RootedStaggered::require_inside(ExactMatrix& exact, const OuterField<ColourField>& start) {
  const double squared_mass = quark_.mass * quark_.mass,
               found = largest_eigenvalue(*exact.space, start, exact.room) - squared_mass;
  // Free quarks reach the bound.
  if (found <= rooted_.largest * (1 + 1e-9)) return;
  throw Error(
      ErrorKind::not_converged,
      fmt::format("{}: -D^2 has an eigenvalue above {:.6g}, and powers are approximated up to largest "
                  "= {:.6g}",
                  name_, found, rooted_.largest),
      fmt::format("give the monomial largest = {:.3g}, or leave it out", 1.1 * found));
}

double RootedStaggered::refresh(ExactLinks& u, std::uint32_t step) {
  solver_.links_changed();
  const auto exact = solver_.exact(u);
  OuterField<ColourField> eta = exact->space->make();
  // All fields are there before the first solve: it is by these that memory is asked for in advance.
  for (auto& phi : phi_) phi.take(*exact->space, exact->sum);
  double energy = 0;
  for (int j = 0; j < rooted_.pseudofermions; ++j) {
    exact->space->put(draw(j, step), eta);
    if (j == 0) require_inside(*exact, eta);
    solver_.apply(*exact, heatbath_, eta);
    energy += exact->space->norm2(eta);
    phi_[std::size_t(j)].take(*exact->space, exact->sum);
  }
  return energy;
}

double RootedStaggered::energy(ExactLinks& u) {
  solver_.links_changed();
  const auto exact = solver_.exact(u);
  require_inside(*exact, phi_.front().in(*exact->space));
  double energy = 0;
  for (auto& phi : phi_) energy += solver_.form(*exact, action_, phi.in(*exact->space));
  return energy;
}

void RootedStaggered::kick(double eps) {
  solver_.links_changed();
  for (const auto& phi : phi_) {
    const auto x = solver_.solve(force_, phi.field());
    // dS = -sum_i n_i x_i^+ dA x_i
    for (std::size_t i = 0; i < x.size(); ++i)
      solver_.op().derivative(context_.p, eps / 2 * force_.numerators[i], x[i], x[i]);
  }
}

}  // namespace glueball
