#include "io/qcdml_checks.hpp"

#include <algorithm>
#include <cstring>
#include <pugixml.hpp>
#include <string_view>

#include "io/qcdml_schema.hpp"
#include "io/text_numbers.hpp"

namespace glueball::io {
namespace {

constexpr std::size_t kMostFaults = 20;

std::string_view local(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  const auto colon = name.find(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

bool is_date(std::string_view t) {
  const std::string_view form = "0000-00-00T00:00:00";
  if (t.size() < form.size()) return false;
  for (std::size_t n = 0; n < form.size(); ++n)
    if (form[n] == '0' ? t[n] < '0' || t[n] > '9' : t[n] != form[n]) return false;
  return true;
}

/// Returns what a text should be; empty if it is.
std::string wanted(Holds holds, std::string_view text) {
  const auto one_of = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, text) != words.end();
  };
  switch (holds) {
    case Holds::elements:
    case Holds::some:
    case Holds::anything:
      return "";
    case Holds::text:
      return text.empty() ? "text" : "";
    case Holds::whole:
      return parse_number<std::uint64_t>(std::string(text)) ? "" : "a whole number";
    case Holds::number:
      return parse_number<double>(std::string(text)) ? "" : "a number";
    case Holds::date:
      return is_date(text) ? "" : "a date like 2026-01-02T03:04:05Z";
    case Holds::action:
      return one_of({"generate", "add", "replace", "remove"}) ? "" : "generate, add, replace or remove";
    case Holds::precision:
      return one_of({"single", "double", "mixed"}) ? "" : "single, double or mixed";
    case Holds::ensemble:
      return text.starts_with("mc://") ? "" : "mc://...";
    case Holds::file:
      return text.starts_with("lfn://") ? "" : "lfn://...";
    case Holds::boundary:
      return one_of({"periodic", "antiperiodic", "dirichlet", "open", "openSF", "cstar"})
                 ? ""
                 : "periodic or another";
    case Holds::yes_or_no:
      return one_of({"true", "false", "1", "0"}) ? "" : "true or false";
  }
  return "";
}

class Checks {
 public:
  std::vector<std::string> faults;

  void check(const pugi::xml_node& node, const Element& element, const std::string& path) {
    if (element.holds == Holds::some) return check_some(node, element, path);
    if (element.holds != Holds::elements) {
      const std::string_view text = trimmed(node.child_value());
      if (const std::string what = wanted(element.holds, text); !what.empty())
        add(path + " is '" + std::string(text.substr(0, 60)) + "', not " + what);
      return;
    }
    std::size_t at = 0;
    int count = 0;
    for (const pugi::xml_node child : node.children()) {
      if (child.type() != pugi::node_element) continue;
      const auto same = [&](const Element& e) { return e.name == local(child); };
      const auto known = std::ranges::find_if(element.children, same);
      const std::string name = (path.empty() ? "" : path + "/") + std::string(local(child));
      if (known == element.children.end()) {
        add(name + " is unknown there");
        continue;
      }
      const auto place = std::size_t(known - element.children.begin());
      if (place < at) {
        add(name + " comes too late: before " + std::string(element.children[at].name) + " is its place");
      } else {
        for (; at < place; ++at, count = 0) require(node, element.children[at], count, path);
        if (++count > known->most && count == known->most + 1) add(name + " comes too often");
      }
      check(child, *known, name);
    }
    for (; at < element.children.size(); ++at, count = 0) require(node, element.children[at], count, path);
  }

 private:
  /// Checks that there is at least one child, in any order; known children are checked too.
  void check_some(const pugi::xml_node& node, const Element& element, const std::string& path) {
    int count = 0;
    for (const pugi::xml_node child : node.children()) {
      if (child.type() != pugi::node_element || local(child) == "annotation") continue;
      ++count;
      for (const Element& known : element.children)
        if (known.name == local(child)) check(child, known, path + "/" + std::string(known.name));
    }
    if (count == 0) add(path + " is empty");
  }
  /// Reports a missing element, or one in the wrong place, but not both.
  void require(const pugi::xml_node& parent, const Element& e, int count, const std::string& path) {
    const bool elsewhere = std::ranges::any_of(
        parent.children(), [&](const pugi::xml_node& child) { return local(child) == e.name; });
    if (count < e.least && (count > 0 || !elsewhere))
      add((path.empty() ? "" : path + "/") + std::string(e.name) +
          (count == 0 ? " is missing" : " comes too seldom"));
  }
  void add(const std::string& fault) {
    if (faults.size() < kMostFaults) faults.push_back(fault);
  }
};

}  // namespace

std::vector<std::string> qcdml_faults(const std::string& xml) {
  pugi::xml_document document;
  const std::string_view body = trimmed(xml);
  if (!document.load_buffer(body.data(), body.size())) return {"it is no well-formed XML"};
  const pugi::xml_node root = document.document_element();
  std::string space;
  for (const pugi::xml_attribute a : root.attributes())
    if (std::string_view(a.name()).starts_with("xmlns") && std::strstr(a.value(), "/QCDml/") != nullptr)
      space = a.value();
  if (space.empty()) return {"its namespace is none of QCDml"};
  const Element* const schema = qcdml_schema(local(root), space.find("2.0") != space.npos);
  if (schema == nullptr)
    return {"its root is '" + std::string(local(root)) + "', of version " +
            space.substr(space.rfind('/') + 1)};
  Checks checks;
  checks.check(root, *schema, "");
  return checks.faults;
}

std::string qcdml_ensemble(const std::string& xml) {
  pugi::xml_document document;
  const std::string_view body = trimmed(xml);
  if (!document.load_buffer(body.data(), body.size())) return {};
  const pugi::xml_node root = document.document_element();
  if (local(root) != "markovChain") return {};
  for (const pugi::xml_node child : root.children())
    if (local(child) == "markovChainURI") return std::string(trimmed(child.child_value()));
  return {};
}

}  // namespace glueball::io
