#include "io/qcdml_ensemble.hpp"

#include <pugixml.hpp>
#include <sstream>

namespace glueball::io {
namespace {

constexpr const char* kAxes[] = {"x", "y", "z", "t"};
/// The site where ILDG explains actions and algorithms.
constexpr const char* kGlossaries = "http://www.lqcd.org/ildg/actionGlossaries/";

QcdmlElement boundary_of(const QcdmlAction& action) {
  QcdmlElement all{.name = "boundaryCondition"};
  for (int mu = 0; mu < 4; ++mu)
    all.children.push_back({kAxes[mu], action.signs[std::size_t(mu)] > 0 ? "periodic" : "antiperiodic"});
  return all;
}

QcdmlElement element_of(const QcdmlAction& action) {
  QcdmlElement e{.name = action.name, .children = {{"glossary", kGlossaries + action.name + ".pdf"}}};
  if (action.flavours == 0) {
    e.children.push_back({"gluonField",
                          "",
                          {{"gaugeGroup", "SU(3)"}, {"representation", "fundamental"}, boundary_of(action)}});
  } else {
    e.children.push_back({"quarkField", "", {{"normalisation", action.normalisation}, boundary_of(action)}});
    e.children.push_back({"numberOfFlavours", std::to_string(action.flavours)});
  }
  e.children.insert(e.children.end(), action.couplings.begin(), action.couplings.end());
  return e;
}

/// Returns part number `n`, from 0, of mc://GRID/COLLABORATION/PROJECT/.../LABEL; the last for -1.
std::string part_of_name(const std::string& ensemble, int n) {
  std::vector<std::string> parts;
  std::istringstream path(ensemble.substr(ensemble.find("//") + 2));
  for (std::string part; std::getline(path, part, '/');)
    if (!part.empty()) parts.push_back(part);
  const int count = int(parts.size()), at = n < 0 ? count - 1 : n;
  // The grid comes first, and the label is no project.
  return at < 1 || (n >= 0 && at >= count - 1) ? "unknown" : parts[std::size_t(at)];
}

void append(pugi::xml_node parent, const QcdmlElement& element) {
  pugi::xml_node node = parent.append_child(element.name.c_str());
  if (!element.text.empty()) node.text().set(element.text.c_str());
  for (const QcdmlElement& child : element.children) append(node, child);
}

}  // namespace

std::string qcdml_ensemble_xml(const QcdmlEnsemble& e, const QcdmlOrigin& o) {
  const QcdmlElement event{"archiveEvent",
                           "",
                           {{"revisionAction", "add"},
                            {"participant", "", {{"name", o.participant}, {"institution", o.institution}}},
                            {"date", o.date}}};
  QcdmlElement size{.name = "size"}, gluon{.name = "gluon", .children = {element_of(e.gluon)}},
      quark{.name = "quark"}, action{.name = "action"};
  for (std::size_t mu = 0; mu < 4; ++mu) size.children.push_back({kAxes[mu], std::to_string(e.extents[mu])});
  for (const QcdmlAction& q : e.quarks) quark.children.push_back(element_of(q));
  action.children.push_back(gluon);
  if (!e.quarks.empty()) action.children.push_back(quark);
  const QcdmlElement licence = e.licence.empty() ? QcdmlElement{"customLicenseText", "unknown"}
                                                 : QcdmlElement{"licenseURI", e.licence};

  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("markovChain");
  root.append_attribute("xmlns") = "http://www.lqcd.org/ildg/QCDml/ensemble2.0";
  for (const QcdmlElement& part :
       std::vector<QcdmlElement>{{"markovChainURI", o.ensemble},
                                 {"management",
                                  "",
                                  {{"collaboration", part_of_name(o.ensemble, 1)},
                                   {"projectName", part_of_name(o.ensemble, 2)},
                                   {"ensembleLabel", part_of_name(o.ensemble, -1)},
                                   {"archiveHistory", "", {event}}}},
                                 {"license", "", {licence}},
                                 {"physics", "", {size, action}},
                                 {"algorithm",
                                  "",
                                  {{"name", e.algorithm},
                                   {"glossary", std::string("http://www.lqcd.org/ildg/algorithmGlossaries/") +
                                                    e.algorithm + ".pdf"},
                                   {"reference", e.reference},
                                   {"exact", "true"},
                                   {"reweightingNeeded", "false"}}}})
    append(root, part);
  std::ostringstream out;
  document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

}  // namespace glueball::io
