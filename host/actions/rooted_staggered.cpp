#include "actions/rooted_staggered.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "kernels/ranlux.hpp"

namespace glueball {
namespace {

/// Approximates x^(numerator / denominator) on the spectrum of A, divided by the same power of the heavier
/// quarks' matrix if there are any.
RationalFunction power_of(int numerator, int denominator, const QuarkParameters& quark,
                          const RootedParameters& rooted, double error) {
  const double lo = quark.mass * quark.mass,
               beyond = (rooted.heavy_mass - quark.mass) * (rooted.heavy_mass + quark.mass);
  const bool heavy = rooted.heavy_mass != 0;
  if (numerator == -denominator)
    return {.constant = heavy ? 1.0 : 0.0, .numerators = {heavy ? beyond : 1}, .shifts = {0}};
  PowerProduct f{power_factor(numerator, denominator)};
  if (heavy) f.push_back(power_factor(-numerator, denominator, beyond));
  return shared_minimax_within(f, {lo, lo + rooted.largest}, error).function;
}

const RootedParameters& checked(const RootedParameters& rooted, const QuarkParameters& quark) {
  rooted.check(quark.mass);
  return rooted;
}

}  // namespace

void RootedParameters::check(double mass) const {
  if (flavours < 1 || pseudofermions < 1 || flavours > 4 * pseudofermions)
    throw Error(ErrorKind::bad_value,
                fmt::format("{} rooted flavours in {} pseudofermions", flavours, pseudofermions),
                "give one pseudofermion for up to four flavours, two for up to eight");
  if (heavy_mass != 0 && !(heavy_mass > mass))
    throw Error(
        ErrorKind::bad_value,
        fmt::format("it divides by quarks of mass {:g}, no heavier than its own of {:g}", heavy_mass, mass),
        "give a larger heavy-mass");
}

RootedStaggered::RootedStaggered(const ActionContext& context, const QuarkParameters& quark,
                                 const RootedParameters& rooted)
    : context_(context),
      name_(fmt::format("rooted-{}", operator_kind<ColourField>(quark.action).name)),
      quark_(context.of(quark)),
      rooted_(checked(rooted, quark)),
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
    return cpu::gaussian_colour(context_.lattice.geometry(), Parity::even, context_.seed, step,
                                context_.for_field(number).number);
  ParityColourField drawn;
  kernels::GaussianRanlux::pseudofermion(context_.lattice, *context_.ranlux, Parity::even, drawn_);
  download(drawn_, drawn);
  return drawn;
}

void RootedStaggered::require_inside(ExactMatrix<ColourField>& exact,
                                     const PreciseField<ColourField>& start) {
  const double squared_mass = quark_.mass * quark_.mass,
               found = largest_eigenvalue(*exact.precise, start, exact.room) - squared_mass;
  // Free quarks reach the bound up to rounding.
  if (found <= rooted_.largest * (1 + 1e-9)) return;
  throw Error(
      ErrorKind::not_converged,
      fmt::format("{}: -D^2 has an eigenvalue above {:.6g}, and powers are approximated up to largest "
                  "= {:.6g}",
                  name_, found, rooted_.largest),
      fmt::format("give the monomial largest = {:.3g}, or leave it out", 1.1 * found));
}

double RootedStaggered::refresh(DoubleLinks& u, std::uint32_t step) {
  solver_.links_changed();
  const auto exact = solver_.exact(u);
  PreciseField<ColourField> eta = exact->precise->make();
  // All fields are made before the first solve, so that an estimate of memory counts them.
  for (auto& phi : phi_) phi.take(*exact->precise, exact->sum);
  double energy = 0;
  for (int j = 0; j < rooted_.pseudofermions; ++j) {
    exact->precise->put(draw(j, step), eta);
    solver_.apply(*exact, heatbath_, eta);
    // The check comes after a solve, because an estimate of memory ends there: its links are not those of the
    // run.
    if (j == 0) require_inside(*exact, eta);
    energy += exact->precise->norm2(eta);
    phi_[std::size_t(j)].take(*exact->precise, exact->sum);
  }
  return energy;
}

void RootedStaggered::set_pseudofermion(const DoubleLinks& u, int j, ParityColourField phi) {
  const auto exact = solver_.exact(u);
  exact->precise->put(std::move(phi), exact->sum);
  phi_.at(std::size_t(j)).take(*exact->precise, exact->sum);
}

double RootedStaggered::energy(DoubleLinks& u) {
  solver_.links_changed();
  const auto exact = solver_.exact(u);
  require_inside(*exact, phi_.front().in(*exact->precise));
  double energy = 0;
  for (auto& phi : phi_) energy += solver_.form(*exact, action_, phi.in(*exact->precise));
  return energy;
}

void RootedStaggered::kick(double eps) {
  solver_.links_changed();
  ColourOperator& op = solver_.op();
  op.begin_squares();
  for (const auto& phi : phi_) {
    const auto x = solver_.solve(force_, phi.field());
    // dS = -sum_i n_i x_i^+ dA x_i
    for (std::size_t i = 0; i < x.size(); ++i) op.add_square(context_.p, eps * force_.numerators[i], x[i]);
  }
  op.finish_squares(context_.p);
}

}  // namespace glueball
