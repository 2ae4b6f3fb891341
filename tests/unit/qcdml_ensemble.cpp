// These tests check the catalogue's document of an ensemble: actions have the schema's names, and faults in
// it are found.
#include "io/qcdml_ensemble.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/error.hpp"
#include "io/qcdml_checks.hpp"
#include "run/ensemble_actions.hpp"

namespace glueball::test::unit_qcdml_ensemble {
namespace {

Monomial term(const std::string& kind, const ActionValues& given) {
  return {.kind = kind, .values = complete(action_kind(kind), given)};
}

std::string document(const std::vector<Monomial>& monomials, const std::string& name = "mc://g/c/p/b5/l",
                     const std::string& licence = {}) {
  io::QcdmlEnsemble e = ensemble_actions(monomials, kAntiperiodicInTime);
  e.extents = {4, 6, 8, 10};
  e.algorithm = "HMC";
  e.reference = "r";
  e.licence = licence;
  return io::qcdml_ensemble_xml(e, {.ensemble = name, .date = "2026-01-02T03:04:05Z"});
}

/// True if the text holds the parts in this order; blanks between elements do not count.
bool holds(std::string xml, const std::vector<std::string>& parts) {
  std::erase_if(xml, [](char c) { return c == ' ' || c == '\n'; });
  std::size_t at = 0;
  for (const std::string& part : parts) {
    CAPTURE(part);
    at = xml.find(part, at);
    CHECK(at != xml.npos);
    if (at == xml.npos) return false;
  }
  return true;
}

std::string replaced_in(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

const Monomial kGluon = term("gauge", {{"beta", 5.7}});

TEST_SUITE("unit") {
  TEST_CASE("gauge actions have their names and coefficients, which sum to one") {
    const std::string plain = document({kGluon});
    CHECK(io::qcdml_faults(plain).empty());
    CHECK(io::qcdml_ensemble(plain) == "mc://g/c/p/b5/l");
    CHECK(holds(plain,
                {"<collaboration>c<", "<projectName>p<", "<ensembleLabel>l<", "<customLicenseText>unknown<",
                 "<x>4</x><y>6</y><z>8</z><t>10</t>", "<plaquetteGluonAction>", "<gaugeGroup>SU(3)<",
                 "<t>periodic<", "<beta>5.7<", "<exact>true<"}));
    CHECK(plain.find("<quark>") == plain.npos);
    struct Named {
      double c1;
      const char* name;
    };
    for (const Named& n : {Named{-1.0 / 12, "treelevelSymanzikGluonAction"},
                           Named{-0.331, "iwasakiRGGluonAction"}, Named{-1.4088, "DBW2GluonAction"}}) {
      const std::string xml =
          document({term("gauge", {{"beta", 6}, {"c1", n.c1}})}, "mc://g/c/l", "http://l");
      CAPTURE(n.name);
      CHECK(io::qcdml_faults(xml).empty());
      CHECK(holds(xml, {"<projectName>unknown<", "<licenseURI>http://l<", std::string("<") + n.name + ">",
                        "<normalisation>cs_sum_to_one<", "<c0>", "<c1>-", "<c2>0<", "<c3>0<"}));
    }
  }

  TEST_CASE("quarks are those whose determinants are left") {
    const std::string wilson = document({term("two-flavour", {{"kappa", 0.15}}), kGluon});
    CHECK(io::qcdml_faults(wilson).empty());
    CHECK(
        holds(wilson, {"<wilsonQuarkAction>", "<normalisation>sqrt2kappa<", "<z>periodic</z><t>antiperiodic<",
                       "<numberOfFlavours>2<", "<kappa>0.15</kappa></wilsonQuarkAction>"}));
    // The ensemble has a ratio and what it divides by, and HISQ quarks of two masses, by ratios too.
    const std::string several = document(
        {kGluon, term("clover-ratio", {{"kappa", 0.12}, {"csw", 1.1}, {"mu", 0.1}, {"heavy-mu", 0.4}}),
         term("twisted-clover", {{"kappa", 0.12}, {"csw", 1.1}, {"mu", -0.4}}),
         term("rooted-hisq", {{"mass", 0.02}, {"flavours", 2}, {"heavy-mass", 0.1}}),
         term("rooted-hisq", {{"mass", 0.1}, {"flavours", 3}}),
         term("rooted-hisq", {{"mass", 1}, {"flavours", 1}, {"naik-epsilon", -0.3}})});
    CHECK(io::qcdml_faults(several).empty());
    CHECK(holds(several,
                {"<quark><wilsonCloverTmQuarkAction>", "<numberOfFlavours>2<",
                 "<kappa>0.12</kappa><mu>0.1</mu><cSW>1.1</cSW></wilsonCloverTmQuarkAction><hisqQuarkAction>",
                 "<numberOfFlavours>2<", "<mass>0.02<", "<c1Link>0.125<", "<group>U(3)<",
                 "<cNaik>-0.041666666666666664</cNaik><c1Link>1<", "<cLepage>-0.125<", "<hisqQuarkAction>",
                 "<numberOfFlavours>1<", "<mass>0.1<", "<hisqQuarkAction>", "<numberOfFlavours>1<",
                 "<epsilon><method>", "<value>-0.3<", "<cNaik>-0.029166", "<c1Link>0.9625<", "</quark>"}));
    CHECK(holds(document({kGluon, term("twisted-mass", {{"kappa", 0.13}, {"mu", 0.2}})}),
                {"<wilsonTmQuarkAction>", "<kappa>0.13</kappa><mu>0.2</mu>"}));
    CHECK(holds(document({kGluon, term("clover", {{"kappa", 0.13}, {"csw", 1.5}})}),
                {"<cloverQuarkAction>", "<kappa>0.13</kappa><cSW>1.5</cSW>"}));
  }

  TEST_CASE("what the schema has no element for is refused") {
    const auto why = [](const std::vector<Monomial>& monomials,
                        const Boundary& boundary = kAntiperiodicInTime) {
      try {
        ensemble_actions(monomials, boundary);
      } catch (const Error& error) {
        return error.message();
      }
      return std::string();
    };
    const Monomial wilson = term("two-flavour", {{"kappa", 0.15}});
    Boundary twisted = kAntiperiodicInTime;
    twisted.twist[0] = 0.5;
    CHECK(why({term("gauge", {{"beta", 6}, {"c1", 0.1}})}).find("c1 = 0.1") != std::string::npos);
    CHECK(why({wilson}).find("without a gauge action") != std::string::npos);
    CHECK(why({kGluon, kGluon}).find("several gauge actions") != std::string::npos);
    CHECK(why({kGluon, term("staggered", {{"mass", 0.1}})}).find("not HISQ") != std::string::npos);
    CHECK(why({kGluon, term("overlap", {{"mass", 0.1}})}).find("overlap") != std::string::npos);
    CHECK(why({kGluon, wilson}, twisted).find("phases") != std::string::npos);
    CHECK(why({kGluon}, twisted).empty());
    CHECK(why({kGluon, term("rooted-hisq", {{"mass", 0.1}, {"heavy-mass", 0.5}})}).find("divided by") !=
          std::string::npos);
  }

  TEST_CASE("faults of a document are named by their place") {
    const std::string good = document({kGluon, term("clover", {{"kappa", 0.13}, {"csw", 1.5}})});
    struct Fault {
      const char *from, *to, *says;
    };
    for (const Fault& f :
         {Fault{"<kappa>0.13</kappa>", "", "quark/cloverQuarkAction/kappa is missing"},
          {"<beta>5.7<", "<beta>strong<", "plaquetteGluonAction/beta is 'strong', not a number"},
          {"<t>antiperiodic<", "<t>twisted<", "boundaryCondition/t is 'twisted'"},
          {"<exact>true", "<exact>mostly", "algorithm/exact is 'mostly'"},
          {"<y>6<", "<y>six<", "physics/size/y is 'six', not a whole number"},
          {"<customLicenseText>unknown</customLicenseText>", "", "license is empty"},
          {"ensemble2.0", "ensemble1.4", "is unknown there"},
          {"mc://g", "g", "markovChainURI is 'g/c"}}) {
      CAPTURE(f.says);
      const auto faults = io::qcdml_faults(replaced_in(good, f.from, f.to));
      REQUIRE(!faults.empty());
      std::string all;
      for (const std::string& fault : faults) all += fault + "\n";
      CAPTURE(all);
      CHECK(all.find(f.says) != std::string::npos);
    }
    // Actions that are not ours, in any order, are let be.
    CHECK(io::qcdml_faults(replaced_in(good, "<quark>", "<quark><domainWallQuarkAction/>")).empty());
  }
}

}  // namespace

}  // namespace glueball::test::unit_qcdml_ensemble
