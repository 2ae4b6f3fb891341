#include "run/ensemble_actions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "lattice/fat_links.hpp"
#include "lattice/gauge_couplings.hpp"

namespace glueball {
namespace {

using Elements = std::vector<io::QcdmlElement>;
using Flavours = std::vector<std::pair<QuarkParameters, int>>;

[[noreturn]] void refuse_to_name(const std::string& what) {
  throw Error(ErrorKind::bad_value, "QCDml has no element for " + what,
              "describe the ensemble by hand where a catalogue takes it");
}

std::string digits(double x) { return fmt::format("{}", x); }

io::QcdmlAction gluon_of(const ActionValues& v) {
  const GaugeCouplings couplings{.beta = v.at("beta"), .c1 = v.at("c1")};
  io::QcdmlAction gluon{.name = "plaquetteGluonAction", .couplings = {{"beta", digits(couplings.beta)}}};
  if (couplings.c1 == 0) return gluon;
  gluon.name.clear();
  for (const auto& [known, name] :
       {std::pair("symanzik", "treelevelSymanzikGluonAction"), std::pair("iwasaki", "iwasakiRGGluonAction"),
        std::pair("dbw2", "DBW2GluonAction")})
    if (std::abs(rectangle_coefficient(known) - couplings.c1) < 1e-9) gluon.name = name;
  if (gluon.name.empty()) refuse_to_name(fmt::format("a gauge action of c1 = {:g}", couplings.c1));
  for (const auto& [name, value] :
       {std::pair("normalisation", std::string("cs_sum_to_one")), std::pair("c0", digits(couplings.c0())),
        std::pair("c1", digits(couplings.c1)), std::pair("c2", std::string("0")),
        std::pair("c3", std::string("0"))})
    gluon.couplings.push_back({name, value});
  return gluon;
}

/// True for equal determinants, which are even in the twisted mass.
bool same(const QuarkParameters& a, const QuarkParameters& b) {
  if (is_staggered(a.action) || is_staggered(b.action))
    return a.action == b.action && a.mass == b.mass && a.epsilon == b.epsilon;
  const auto csw = [](const QuarkParameters& q) { return q.action == QuarkAction::clover ? q.csw : 0.0; };
  return a.kappa == b.kappa && std::abs(a.mu) == std::abs(b.mu) && csw(a) == csw(b) &&
         a.exponential == b.exponential;
}

void count(Flavours& all, const QuarkParameters& quark, int flavours) {
  for (auto& [known, number] : all)
    if (same(known, quark)) {
      number += flavours;
      return;
    }
  all.emplace_back(quark, flavours);
}

void count(Flavours& all, const Monomial& m) {
  const ActionKind& kind = action_kind(m.kind);
  if (kind.overlap) refuse_to_name("the sign function of these overlap quarks");
  if (!m.smear.none()) refuse_to_name("the smearing of these links");
  QuarkParameters quark = kind.quark(m.values);
  const auto rooted = m.values.find("flavours");
  const int flavours = rooted != m.values.end() ? int(rooted->second) : is_staggered(quark.action) ? 4 : 2;
  count(all, quark, flavours);
  if (kind.divides_by) count(all, kind.divides_by(m.values), -flavours);
  if (const auto heavy = m.values.find("heavy-mass"); heavy != m.values.end() && heavy->second != 0) {
    quark.mass = heavy->second;
    count(all, quark, -flavours);
  }
}

/// Returns the paths of fat links in the schema's order.
Elements paths(const FatLinkWeights& w) {
  return {{"c1Link", digits(w.one)},
          {"c3Link", digits(w.three)},
          {"c5LinkChair", digits(w.five)},
          {"c7LinkTwist", digits(w.seven)}};
}

Elements hisq_couplings(const QuarkParameters& q) {
  const auto glossary = [](const char* name) {
    return io::QcdmlElement{"glossary",
                            fmt::format("http://www.lqcd.org/ildg/actionGlossaries/{}.pdf", name)};
  };
  Elements first{glossary("fat7QuarkLinkTreatment")}, second{glossary("asqTadQuarkLinkTreatment")};
  const auto add = [](Elements& to, const Elements& more) { to.insert(to.end(), more.begin(), more.end()); };
  add(first, paths(kFat7));
  first.push_back({"u0", "1"});
  if (q.epsilon != 0) second.push_back({"epsilon", "", {{"method", "given"}, {"value", digits(q.epsilon)}}});
  second.push_back({"cNaik", digits(hisq_hops(q.epsilon).three)});
  add(second, paths(hisq_weights(q.epsilon)));
  add(second, {{"cLepage", digits(hisq_weights(q.epsilon).lepage)}, {"u0", "1"}});
  return {
      {"mass", digits(q.mass)},
      {"LinkTreatment",
       "",
       {{"fat7QuarkLinkTreatment", "", first},
        {"projectGroupLinkTreatment", "", {glossary("U3AnalyticProjectionLinkTreatment"), {"group", "U(3)"}}},
        {"asqTadQuarkLinkTreatment", "", second}}}};
}

io::QcdmlAction quark_of(const QuarkParameters& q, int flavours) {
  io::QcdmlAction action{.name = "wilsonQuarkAction", .flavours = flavours, .normalisation = "sqrt2kappa"};
  if (q.action == QuarkAction::hisq) {
    action.name = "hisqQuarkAction";
    action.normalisation = "1";
    action.couplings = hisq_couplings(q);
    return action;
  }
  if (is_staggered(q.action)) refuse_to_name("staggered quarks that are not HISQ");
  if (q.exponential) refuse_to_name("the exponential clover term");
  action.couplings.push_back({"kappa", digits(q.kappa)});
  const bool clover = q.action == QuarkAction::clover && q.csw != 0;
  if (q.mu != 0) {
    action.name = clover ? "wilsonCloverTmQuarkAction" : "wilsonTmQuarkAction";
    action.couplings.push_back({"mu", digits(std::abs(q.mu))});
  } else if (clover) {
    action.name = "cloverQuarkAction";
  }
  if (clover) action.couplings.push_back({"cSW", digits(q.csw)});
  return action;
}

}  // namespace

io::QcdmlEnsemble ensemble_actions(const std::vector<Monomial>& monomials, const Boundary& boundary) {
  io::QcdmlEnsemble all;
  Flavours flavours;
  for (const Monomial& m : monomials) {
    if (action_kind(m.kind).quark) {
      count(flavours, m);
    } else {
      if (!all.gluon.name.empty()) refuse_to_name("several gauge actions");
      all.gluon = gluon_of(m.values);
    }
  }
  if (all.gluon.name.empty()) refuse_to_name("links without a gauge action");
  for (const auto& [quark, number] : flavours) {
    if (number == 0) continue;
    if (number < 0) refuse_to_name("a determinant that is divided by");
    if (!boundary.signs_only()) refuse_to_name("phases at the boundary");
    all.quarks.push_back(quark_of(quark, number));
    all.quarks.back().signs = boundary.sign;
  }
  return all;
}

}  // namespace glueball
