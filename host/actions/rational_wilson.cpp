#include "actions/rational_wilson.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "actions/noise.hpp"
#include "base/error.hpp"
#include "rational/minimax.hpp"

namespace glueball {
namespace {

/// Approximates x^(numerator / denominator) on the spectrum of A.
RationalFunction power_of(int numerator, int denominator, const RationalParameters& p, double error) {
  if (numerator == -denominator) return {.constant = 0, .numerators = {1}, .shifts = {0}};
  return shared_minimax_within({power_factor(numerator, denominator)}, {p.lowest, p.largest}, error).function;
}

const RationalParameters& checked(const RationalParameters& p) {
  p.check();
  return p;
}

}  // namespace

void RationalParameters::check() const {
  if (flavours < 1 || pseudofermions < 1 || flavours > 2 * pseudofermions)
    throw Error(ErrorKind::bad_value,
                fmt::format("{} flavours in {} pseudofermions", flavours, pseudofermions),
                "give one pseudofermion for up to two flavours, two for up to four");
  if (!(lowest > 0) || !(largest > lowest))
    throw Error(ErrorKind::bad_value, fmt::format("eigenvalues from {:g} to {:g}", lowest, largest),
                "give a lowest above 0 and a largest above it");
}

RationalWilson::RationalWilson(const ActionContext& context, const QuarkParameters& quark,
                               const RationalParameters& p)
    : context_(context),
      name_(fmt::format("rational-{}", operator_kind<SpinorField>(quark.action).name)),
      parameters_(checked(p)),
      heatbath_(power_of(p.flavours, 4 * p.pseudofermions, p, kExactError)),
      action_(power_of(-p.flavours, 2 * p.pseudofermions, p, kExactError)),
      force_(power_of(-p.flavours, 2 * p.pseudofermions, p, kForceError)),
      solver_(context.lattice, context.u, context.solves, context.of(quark),
              std::max({heatbath_.order(), action_.order(), force_.order()})),
      y_(context.lattice) {
  for (int j = 0; j < p.pseudofermions; ++j) phi_.emplace_back(context.lattice);
}

void RationalWilson::outside(const std::string& what, double found, double limit, const char* key) const {
  throw Error(ErrorKind::not_converged,
              fmt::format("{}: Mhat^+ Mhat has an eigenvalue {} {:.6g}, and powers are approximated {} {} = "
                          "{:.6g}",
                          name_, what, found, what == "above" ? "up to" : "from", key, limit),
              fmt::format("give the monomial {} = {:.3g}", key, (what == "above" ? 1.1 : 0.5) * found));
}

void RationalWilson::require_below_largest(Exact& exact, const PreciseField<SpinorField>& start) {
  const double found = largest_eigenvalue(*exact.precise, start, exact.room);
  if (found > parameters_.largest) outside("above", found, parameters_.largest, "largest");
}

void RationalWilson::require_above_lowest(Exact& exact) {
  PreciseOperator<SpinorField>& precise = *exact.precise;
  PreciseField<SpinorField>& v = exact.room.v;
  // v^+ v / v^+ A^-1 v is at least the lowest eigenvalue, and near to it for the v = x of the last solve.
  precise.at_zero(System::normal, exact.x, v);
  const double norm2 = precise.norm2(v);
  if (!(norm2 > 0)) return;
  const double found = norm2 / solver_.form(exact, {.constant = 0, .numerators = {1}, .shifts = {0}}, v);
  if (found < parameters_.lowest) outside("below", found, parameters_.lowest, "lowest");
}

double RationalWilson::refresh(DoubleLinks& u, std::uint32_t step) {
  solver_.links_changed();
  const auto exact = solver_.exact(u);
  PreciseOperator<SpinorField>& precise = *exact->precise;
  PreciseField<SpinorField> eta = precise.make();
  for (auto& phi : phi_) phi.take(precise, exact->sum);  // so that an estimate of memory counts them
  double energy = -parameters_.flavours * precise.log_det();
  for (std::size_t j = 0; j < phi_.size(); ++j) {
    draw_spinors(context_.for_field(int(j)), step, y_);
    precise.take(y_, eta);
    solver_.apply(*exact, heatbath_, eta);
    energy += precise.norm2(eta);
    phi_[j].take(precise, exact->sum);
    if (j == 0) {
      require_below_largest(*exact, eta);
      require_above_lowest(*exact);
    }
  }
  return energy;
}

double RationalWilson::energy(DoubleLinks& u) {
  solver_.links_changed();
  const auto exact = solver_.exact(u);
  require_below_largest(*exact, phi_.front().in(*exact->precise));
  double energy = -parameters_.flavours * exact->precise->log_det();
  for (auto& phi : phi_) energy += solver_.form(*exact, action_, phi.in(*exact->precise));
  return energy;
}

void RationalWilson::kick(double eps) {
  solver_.links_changed();
  SpinorOperator& op = solver_.op();
  double of_log_det = -parameters_.flavours;
  for (const auto& phi : phi_) {
    const auto x = solver_.solve(force_, phi.field());
    // dS = -sum_i n_i 2 Re (Mhat x_i)^+ dMhat x_i - flavours d log |det T_oo|
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double n = force_.numerators[i];
      op.even_odd(x[i], y_);
      op.derivative(context_.p, eps * n, y_, x[i], of_log_det / n);
      of_log_det = 0;
    }
  }
}

}  // namespace glueball
