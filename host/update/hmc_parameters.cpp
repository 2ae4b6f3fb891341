#include "update/hmc_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/option_error.hpp"

namespace glueball {
namespace {

void check_levels(const std::vector<Level>& levels) {
  for (std::size_t n = 0; n < levels.size(); ++n) {
    if (levels[n].steps < 1)
      throw OptionError("level", n, "steps",
                        fmt::format("a level of {} steps does not integrate", levels[n].steps),
                        "give 1 or more");
    if (std::isnan(levels[n].lambda)) continue;
    const IntegratorKind& kind = integrator_kind(levels[n].integrator);
    if (std::isnan(kind.lambda))
      throw OptionError("level", n, "lambda", fmt::format("the integrator {} takes none", kind.name),
                        "leave it out");
    if (!(levels[n].lambda > 0 && levels[n].lambda < 0.5))
      throw OptionError("level", n, "lambda", fmt::format("{:g} is out of range", levels[n].lambda),
                        fmt::format("give a number between 0 and 0.5, {:g} by default", kind.lambda));
  }
}

void check_monomials(const std::vector<Monomial>& monomials, std::size_t levels) {
  for (std::size_t n = 0; n < monomials.size(); ++n) {
    const int level = monomials[n].level;
    if (level < 0 || std::size_t(level) >= levels)
      throw OptionError(
          "monomial", n, "level", fmt::format("there is no level {}", level),
          levels == 1 ? "there is one, 0" : fmt::format("there are {}, 0 to {}", levels, levels - 1));
  }
  for (std::size_t level = 0; level < levels; ++level)
    if (std::none_of(monomials.begin(), monomials.end(),
                     [&](const Monomial& m) { return m.level == int(level); }))
      throw OptionError("level", level, "", "no monomial is on it",
                        fmt::format("give one level = {}, or leave it out", level));
}

struct Quark {
  double kappa, mu, csw;
  bool exponential;
  LinkSmearing smear;
  Quark(const QuarkParameters& q, const LinkSmearing& s)
      : kappa(q.kappa), mu(q.mu), csw(q.csw), exponential(q.exponential), smear(s) {}
  bool operator==(const Quark&) const = default;
};

/// True if a monomial has quarks for a chain of masses; rooted staggered quarks and rational powers have no
/// such ratio.
bool has_quarks(const Monomial& m) {
  const ActionKind& kind = action_kind(m.kind);
  return kind.quark && !kind.overlap && !kind.rational && !is_staggered(kind.quark(m.values).action);
}
bool is_ratio(const Monomial& m) { return action_kind(m.kind).divides_by != nullptr; }
Quark light(const Monomial& m) { return {action_kind(m.kind).quark(m.values), m.smear}; }
Quark heavy(const Monomial& m) { return {action_kind(m.kind).divides_by(m.values), m.smear}; }

/// True if `b` is heavier, by its hopping parameter or by its twisted mass.
bool heavier(const Quark& b, const Quark& a) { return b.kappa < a.kappa || std::abs(b.mu) > std::abs(a.mu); }

std::string described(const Quark& q) {
  return fmt::format("quarks of kappa {:g}, mu {:g}, csw {:g}", q.kappa, q.mu, q.csw);
}

/// Ratios of determinants (Hasenbusch, hep-lat/0107019) must form a chain of ever heavier quarks: the
/// denominator of one is the numerator of another, and the last is a determinant. A single monomial is
/// accepted as it is.
void check_ratios(const std::vector<Monomial>& monomials) {
  const bool alone = std::count_if(monomials.begin(), monomials.end(), has_quarks) < 2;
  for (std::size_t n = 0; n < monomials.size(); ++n) {
    if (!is_ratio(monomials[n])) continue;
    const Quark h = heavy(monomials[n]);
    const auto fail = [&](const std::string& what, const std::string& hint) {
      throw OptionError("monomial", n, "heavy-mu", "masses out of order: " + what, hint);
    };
    if (!heavier(h, light(monomials[n])))
      fail(fmt::format("it divides by {}, which are no heavier than its own, of kappa {:g}, mu {:g}",
                       described(h), light(monomials[n]).kappa, light(monomials[n]).mu),
           "give a larger heavy-mu, or a smaller heavy-kappa");
    if (alone) continue;
    const auto multiply = std::count_if(monomials.begin(), monomials.end(),
                                        [&](const Monomial& m) { return has_quarks(m) && light(m) == h; });
    const auto divide = std::count_if(monomials.begin(), monomials.begin() + std::ptrdiff_t(n) + 1,
                                      [&](const Monomial& m) { return is_ratio(m) && heavy(m) == h; });
    if (multiply == 0)
      fail(fmt::format("it divides by {}, and no other monomial multiplies by them", described(h)),
           "give the next the same kappa and mu");
    if (divide > multiply)
      fail(fmt::format("it divides by {}, which another monomial has divided by before", described(h)),
           "each mass of the chain is in two monomials");
    Quark end = h;
    for (std::size_t links = 0;; ++links) {
      const auto next = std::find_if(monomials.begin(), monomials.end(),
                                     [&](const Monomial& m) { return has_quarks(m) && light(m) == end; });
      if (!is_ratio(*next)) break;
      if (links == monomials.size())
        fail("the ratios divide by each other, and no determinant ends them",
             "give the heaviest quarks a monomial of their own");
      end = heavy(*next);
      if (std::none_of(monomials.begin(), monomials.end(),
                       [&](const Monomial& m) { return has_quarks(m) && light(m) == end; }))
        break;  // the other one is reported at its own turn
    }
  }
}

/// Staggered quarks of one mass, and their number.
struct Tastes {
  QuarkParameters quark;
  LinkSmearing smear;
  double flavours;
  bool same(const QuarkParameters& q, const LinkSmearing& s, double mass) const {
    return smear == s && quark.action == q.action && quark.epsilon == q.epsilon && quark.mass == mass;
  }
};

/// The quarks in the denominator of a rooted ratio must be in another monomial's numerator, with the same
/// number or more: otherwise a determinant with a negative power remains. A single monomial is accepted as it
/// is.
void check_rooted_ratios(const std::vector<Monomial>& monomials) {
  std::vector<Tastes> all;
  for (const Monomial& m : monomials) {
    const ActionKind& kind = action_kind(m.kind);
    if (!kind.quark || kind.overlap || has_quarks(m)) continue;
    const auto flavours = m.values.find("flavours");
    all.push_back({kind.quark(m.values), m.smear, flavours == m.values.end() ? 4 : flavours->second});
  }
  if (all.size() < 2) return;
  for (std::size_t n = 0; n < monomials.size(); ++n) {
    const auto heavy = monomials[n].values.find("heavy-mass");
    if (heavy == monomials[n].values.end() || heavy->second == 0) continue;
    const double mass = heavy->second;
    const QuarkParameters quark = action_kind(monomials[n].kind).quark(monomials[n].values);
    double multiply = 0, divide = 0;
    for (const Tastes& t : all)
      if (t.same(quark, monomials[n].smear, mass)) multiply += t.flavours;
    for (const Monomial& m : monomials) {
      const auto other = m.values.find("heavy-mass");
      if (other == m.values.end() || other->second != mass) continue;
      const QuarkParameters q = action_kind(m.kind).quark(m.values);
      if (q.action == quark.action && q.epsilon == quark.epsilon && m.smear == monomials[n].smear)
        divide += m.values.at("flavours");
    }
    if (divide > multiply)
      throw OptionError(
          "monomial", n, "heavy-mass",
          fmt::format("{:g} flavours of mass {:g} are divided by, and there are {:g} of them in "
                      "other monomials",
                      divide, mass, multiply),
          "give the heavier quarks a monomial of their own, of as many flavours or more");
  }
}

void check_smearing(const std::vector<Monomial>& monomials) {
  for (std::size_t n = 0; n < monomials.size(); ++n) {
    const Monomial& m = monomials[n];
    if (m.smear.none()) continue;
    const auto fail = [&](const std::string& what, const std::string& hint) {
      throw OptionError("monomial", n, "smear", what, hint);
    };
    const ActionKind& kind = action_kind(m.kind);
    if (!kind.quark) fail(fmt::format("{} terms have no quarks on smeared links", m.kind), "leave it out");
    if (kind.overlap)
      fail("overlap quarks move on links as they are: they take no smearing yet", "leave smear out");
    try {
      require_derivative(m.smear);
    } catch (const Error& error) {
      fail(error.message(), error.hint());
    }
  }
}

void check_overlap(const std::vector<Monomial>& monomials, gpu::Precision precision) {
  bool found = false;
  for (std::size_t n = 0; n < monomials.size(); ++n) {
    if (!action_kind(monomials[n].kind).overlap) continue;
    if (found)
      throw OptionError(
          "monomial", n, "kind",
          "a second monomial of overlap quarks: where an eigenvalue of H passes through zero the "
          "energies of both would jump",
          "give one at most");
    if (precision != gpu::Precision::double_)
      throw OptionError(
          "monomial", n, "kind",
          "overlap quarks in single precision: where an eigenvalue of H passes through zero would "
          "be lost in rounding",
          "give <precision double>");
    found = true;
  }
}

}  // namespace

HmcParameters settled(HmcParameters p, gpu::Precision precision) {
  p.boundary.check();
  if (p.levels.empty()) p.levels = {{p.integrator, p.steps}};
  check_levels(p.levels);
  if (p.monomials.empty()) {
    p.monomials.push_back({"gauge", {{"beta", p.beta}, {"c1", p.c1}}, int(p.levels.size()) - 1});
    if (p.kappa != 0) p.monomials.push_back({"two-flavour", {{"kappa", p.kappa}}, 0});
  }
  for (std::size_t n = 0; n < p.monomials.size(); ++n) {
    Monomial& m = p.monomials[n];
    try {
      m.values = complete(action_kind(m.kind), m.values);
    } catch (const OptionError&) {
      throw;
    } catch (const Error& error) {
      throw OptionError("monomial", n, "", error.message(), error.hint());
    }
  }
  check_monomials(p.monomials, p.levels.size());
  check_ratios(p.monomials);
  check_rooted_ratios(p.monomials);
  check_smearing(p.monomials);
  check_overlap(p.monomials, precision);
  return p;
}

}  // namespace glueball
