#include "io/qcdml_schema.hpp"

#include <initializer_list>
#include <limits>

// Functions that end in _1 describe QCDml 1.x, those that end in _2 describe QCDml 2.0.
namespace glueball::io {
namespace {

constexpr int kMany = std::numeric_limits<int>::max();  ///< unbounded number of occurrences

Element group(std::string_view name, std::vector<Element> children, int least = 1, int most = 1) {
  return {name, Holds::elements, least, most, std::move(children)};
}
Element optional(std::string_view name, Holds holds = Holds::text) { return {name, holds, 0, 1}; }

Element participant() { return group("participant", {{"name"}, {"institution"}}); }

Element implementation() {
  return group("implementation",
               {group("machine", {{"name"}, {"institution"}, {"machineType"}, optional("comment")}),
                group("code", {{"name"}, {"version"}, {"date", Holds::date}, optional("comment")})});
}

/// Returns the archive history, with at least `least` events.
Element history_1(int least) {
  return group("archiveHistory",
               {group("elem",
                      {optional("revision", Holds::whole),
                       {"revisionAction", Holds::action},
                       optional("numberConfigs", Holds::whole),
                       participant(),
                       {"date", Holds::date},
                       optional("comment", Holds::anything)},
                      least, kMany)},
               least);
}

Element configuration_1() {
  return group("gaugeConfiguration", {group("management", {optional("revisions", Holds::whole),
                                                           {"reference", Holds::text, 0, kMany},
                                                           {"crcCheckSum"},
                                                           history_1(1)}),
                                      implementation(),
                                      group("algorithm", {{"parameters", Holds::anything}}),
                                      {"precision", Holds::precision},
                                      group("markovStep", {{"markovChainURI", Holds::ensemble},
                                                           {"series"},
                                                           {"update", Holds::whole},
                                                           {"avePlaquette", Holds::number},
                                                           {"dataLFN", Holds::file}})});
}

Element annotation() { return optional("annotation"); }

Element event() {
  return group("archiveEvent",
               {annotation(),
                optional("revision", Holds::whole),
                {"revisionAction", Holds::action},
                group("participant", {optional("orcid"), optional("name"), optional("institution")}),
                {"date", Holds::date}},
               1, kMany);
}

Element parameters_2() {
  return group("parameters", {group("parameter", {annotation(), {"name"}, {"value"}}, 0, kMany)}, 0);
}

Element configuration_2() {
  return group(
      "gaugeConfiguration",
      {{"dataLFN", Holds::file},
       group("management", {annotation(), optional("revisions", Holds::whole), optional("reference"),
                            group("archiveHistory", {event()})}),
       group("implementation",
             {annotation(), group("machine", {annotation(), {"name"}, {"institution"}, {"machineType"}}),
              group("code", {annotation(), {"name"}, {"version"}, {"date", Holds::date}})}),
       group("algorithm", {annotation(), parameters_2()}),
       {"precision", Holds::precision},
       group(
           "markovSequence",
           {annotation(),
            {"markovChainURI", Holds::ensemble},
            {"series"},
            group("markovStep",
                  {annotation(),
                   {"update", Holds::whole},
                   group("record", {{"field"}, {"crcCheckSum"}, {"avePlaquette", Holds::number}}, 1, kMany)},
                  1, kMany)}),
       {"additionalInfo", Holds::anything, 0, 1}});
}

/// Returns an element with one child for each of x, y, z and t.
Element of_axes(std::string_view name, Holds holds) {
  return {name, Holds::some, 1, 1, {{"x", holds}, {"y", holds}, {"z", holds}, {"t", holds}}};
}

/// Returns an action: the common elements, then its own.
Element action(std::string_view name, std::vector<Element> field, std::initializer_list<Element> own) {
  std::vector<Element> all{annotation(), {"glossary"}};
  all.insert(all.end(), field.begin(), field.end());
  all.insert(all.end(), own.begin(), own.end());
  return group(name, all);
}

Element number(std::string_view name) { return {name, Holds::number}; }

/// Returns the gluon part of an action. Only actions that this library has are checked.
Element gluon_2() {
  const std::vector<Element> field{
      group(
          "gluonField",
          {annotation(), {"gaugeGroup"}, {"representation"}, of_axes("boundaryCondition", Holds::boundary)}),
      {"topologyFixing", Holds::anything, 0, 1}};
  Element all{"gluon", Holds::some};
  all.children.push_back(action("plaquetteGluonAction", field, {number("beta")}));
  for (const char* name : {"treelevelSymanzikGluonAction", "iwasakiRGGluonAction", "DBW2GluonAction"})
    all.children.push_back(
        action(name, field,
               {number("beta"), {"normalisation"}, number("c0"), number("c1"), number("c2"), number("c3")}));
  return all;
}

Element hisq_links() {
  const auto paths = [] {
    return std::vector<Element>{number("c1Link"), number("c3Link"), number("c5LinkChair"),
                                number("c7LinkTwist")};
  };
  std::vector<Element> first{{"glossary"}},
      second{{"glossary"}, {"epsilon", Holds::anything, 0, 1}, number("cNaik")};
  for (const Element& e : paths()) {
    first.push_back(e);
    second.push_back(e);
  }
  first.push_back(number("u0"));
  second.push_back(number("cLepage"));
  second.push_back(number("u0"));
  return group("LinkTreatment", {group("fat7QuarkLinkTreatment", first),
                                 group("projectGroupLinkTreatment", {{"glossary"}, optional("group")}),
                                 group("asqTadQuarkLinkTreatment", second)});
}

Element quark_2() {
  const std::vector<Element> field{
      group("quarkField", {annotation(), {"normalisation"}, of_axes("boundaryCondition", Holds::boundary)}),
      {"numberOfFlavours", Holds::whole},
      {"linkSmearing", Holds::anything, 0, 1}};
  const Element kappa = number("kappa"), mu = number("mu"), csw = number("cSW");
  return {"quark",
          Holds::some,
          0,
          1,
          {action("wilsonQuarkAction", field, {kappa}), action("cloverQuarkAction", field, {kappa, csw}),
           action("wilsonTmQuarkAction", field, {kappa, mu}),
           action("wilsonCloverTmQuarkAction", field, {kappa, mu, csw}),
           action("hisqQuarkAction", field, {number("mass"), hisq_links()})}};
}

Element ensemble_2() {
  Element history = group("archiveHistory", {event()});
  history.children.front().least = 0;
  return group(
      "markovChain",
      {{"markovChainURI", Holds::ensemble},
       group("management", {annotation(),
                            optional("revisions", Holds::whole),
                            {"collaboration"},
                            {"projectName"},
                            optional("ensembleLabel"),
                            optional("publishedAlias"),
                            optional("reference"),
                            history}),
       {"license", Holds::some},
       {"fundingReferences", Holds::some, 0, 1},
       group("physics", {annotation(),
                         of_axes("size", Holds::whole),
                         group("action", {annotation(), gluon_2(), {"photon", Holds::some, 0, 1}, quark_2()}),
                         {"observables", Holds::some, 0, 1}}),
       group("algorithm", {annotation(),
                           {"name"},
                           {"glossary"},
                           {"reference"},
                           {"exact", Holds::yes_or_no},
                           {"reweightingNeeded", Holds::yes_or_no},
                           parameters_2()}),
       optional("cLibrary"),
       {"additionalInfo", Holds::anything, 0, 1}});
}

Element ensemble_1() {
  return group(
      "markovChain",
      {{"markovChainURI", Holds::ensemble},
       group("management", {optional("revisions", Holds::whole),
                            {"collaboration"},
                            {"projectName"},
                            optional("ensembleLabel"),
                            optional("publishedAlias"),
                            {"reference", Holds::anything, 0, kMany},
                            history_1(0),
                            optional("replicate")}),
       group("physics", {group("size", {group("elem", {{"name"}, {"length", Holds::whole}}, 4, 4)}),
                         group("action", {{"gluon", Holds::anything}, {"quark", Holds::anything, 0, 1}}),
                         {"observables", Holds::anything, 0, 1}}),
       group("algorithm", {{"name"},
                           optional("glossary", Holds::anything),
                           {"reference", Holds::anything, 1, kMany},
                           {"exact"},
                           {"parameters", Holds::anything, 0, 1}})});
}

}  // namespace

const Element* qcdml_schema(std::string_view root, bool second_version) {
  static const Element configurations[] = {configuration_1(), configuration_2()},
                       ensembles[] = {ensemble_1(), ensemble_2()};
  if (root == "gaugeConfiguration") return &configurations[second_version];
  if (root == "markovChain") return &ensembles[second_version];
  return nullptr;
}

}  // namespace glueball::io
