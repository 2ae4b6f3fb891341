#include "io/qcdml.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <pugixml.hpp>
#include <sstream>
#include <string_view>

#include "base/error.hpp"
#include "io/text_numbers.hpp"

namespace glueball::io {
namespace {

using pugi::xml_node;

std::string_view local_name(const xml_node& node) {
  const std::string_view name = node.name();
  const auto colon = name.find(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

/// Returns all children of that local name.
std::vector<xml_node> children(const xml_node& parent, std::string_view name) {
  std::vector<xml_node> found;
  for (const xml_node child : parent.children())
    if (local_name(child) == name) found.push_back(child);
  return found;
}

/// Returns the first node at the end of a path; empty if there is none.
xml_node first(xml_node node, std::initializer_list<std::string_view> path) {
  for (const std::string_view name : path) {
    const auto found = children(node, name);
    if (found.empty()) return {};
    node = found.front();
  }
  return node;
}

std::string text(const xml_node& node) { return std::string(trimmed(node.child_value())); }

/// The nodes of a document that describe one configuration, in either version.
struct Places {
  int records = 0;
  xml_node chain;              ///< markovChainURI, series
  xml_node update;             ///< the element itself
  xml_node lfn, crc, average;  ///< the elements themselves
};

Places places_in(const xml_node& root) {
  Places p;
  if (local_name(root) != "gaugeConfiguration") return p;
  if (const xml_node sequence = first(root, {"markovSequence"})) {
    p.chain = sequence;
    p.lfn = first(root, {"dataLFN"});
    for (const xml_node& step : children(sequence, "markovStep")) {
      p.records += int(children(step, "record").size());
      p.update = first(step, {"update"});
      p.crc = first(step, {"record", "crcCheckSum"});
      p.average = first(step, {"record", "avePlaquette"});
    }
  } else if (const xml_node step = first(root, {"markovStep"})) {
    p.records = 1;
    p.chain = step;
    p.lfn = first(step, {"dataLFN"});
    p.update = first(step, {"update"});
    p.crc = first(root, {"management", "crcCheckSum"});
    p.average = first(step, {"avePlaquette"});
  }
  if (p.records != 1) p.update = p.crc = p.average = {};
  return p;
}

/// Loads a document without its document type, and so without entities of its own; comments and blanks are
/// kept.
bool load_document(pugi::xml_document& document, const std::string& xml) {
  const std::string_view body = trimmed(xml);
  const unsigned how = pugi::parse_default | pugi::parse_comments | pugi::parse_ws_pcdata;
  return bool(document.load_buffer(body.data(), body.size(), how));
}

/// Adds a child that has a text, or only children.
xml_node add(xml_node parent, const char* name, const std::string& value = {}) {
  xml_node child = parent.append_child(name);
  if (!value.empty()) child.text().set(value.c_str());
  return child;
}

void set(xml_node node, const std::string& value) {
  if (node) node.text().set(value.c_str());
}

/// Writes a document. `format`: indent only documents of limited depth, because blanks grow with its square.
std::string written(const pugi::xml_document& document, unsigned format) {
  std::ostringstream out;
  document.save(out, "  ", format, pugi::encoding_utf8);
  return out.str();
}

}  // namespace

std::optional<Qcdml> parse_qcdml(const std::string& xml) {
  pugi::xml_document document;
  if (!load_document(document, xml)) return std::nullopt;
  const Places p = places_in(document.document_element());
  Qcdml said{.xml = xml, .records = p.records};
  said.ensemble = text(first(p.chain, {"markovChainURI"}));
  said.series = text(first(p.chain, {"series"}));
  said.update = text(p.update);
  said.lfn = text(p.lfn);
  said.crc = text(p.crc);
  if (const std::string average = text(p.average); !average.empty()) {
    said.plaquette = parse_number<double>(average);
    if (!said.plaquette) return std::nullopt;
  }
  return said;
}

bool crc_agrees(const Qcdml& document, std::uint32_t crc) {
  const auto decimal = parse_number<std::uint32_t>(document.crc), hexadecimal = parse_hex(document.crc);
  return (!decimal && !hexadecimal) || decimal == crc || hexadecimal == crc;
}

std::string qcdml_xml(const QcdmlOrigin& o) {
  pugi::xml_document document;
  xml_node root = document.append_child("gaugeConfiguration");
  root.append_attribute("xmlns") = "http://www.lqcd.org/ildg/QCDml/config2.0";
  add(root, "dataLFN", o.lfn);
  // The schema fixes the order of the elements.
  xml_node event = add(add(add(root, "management"), "archiveHistory"), "archiveEvent");
  if (!o.annotation.empty()) add(event, "annotation", o.annotation);
  if (o.action == "generate") add(event, "revision", "0");
  add(event, "revisionAction", o.action);
  xml_node participant = add(event, "participant");
  add(participant, "name", o.participant);
  add(participant, "institution", o.institution);
  add(event, "date", o.date);
  xml_node implementation = add(root, "implementation");
  xml_node machine = add(implementation, "machine");
  add(machine, "name", o.machine);
  add(machine, "institution", o.institution);
  add(machine, "machineType", o.machine_type);
  xml_node code = add(implementation, "code");
  add(code, "name", o.code);
  add(code, "version", o.code_version);
  add(code, "date", o.code_date);
  xml_node parameters = add(add(root, "algorithm"), "parameters");
  for (const auto& [name, value] : o.parameters) {
    xml_node parameter = add(parameters, "parameter");
    add(parameter, "name", name);
    add(parameter, "value", value);
  }
  add(root, "precision");
  xml_node sequence = add(root, "markovSequence");
  add(sequence, "markovChainURI", o.ensemble);
  add(sequence, "series", o.series);
  xml_node step = add(sequence, "markovStep");
  add(step, "update", o.update);
  xml_node record = add(step, "record");
  add(record, "field", "su3gauge");
  add(record, "crcCheckSum");
  add(record, "avePlaquette");
  return written(document, pugi::format_indent);
}

std::string qcdml_with(const std::string& xml, const QcdmlData& data) {
  pugi::xml_document document;
  if (!load_document(document, xml))
    throw Error(ErrorKind::bad_value, "the QCDml document to write is not well-formed XML");
  const xml_node root = document.document_element();
  const Places p = places_in(root);
  set(first(root, {"precision"}), data.precision == 32 ? "single" : "double");
  set(p.crc, fmt::format("{}", data.crc));
  set(p.average, fmt::format("{:.12f}", data.plaquette));
  if (!data.lfn.empty()) set(p.lfn, data.lfn);
  return written(document, pugi::format_raw);
}

}  // namespace glueball::io
