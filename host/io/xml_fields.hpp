// The children of an XML document's root, by name.
#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "io/text_numbers.hpp"

namespace glueball::io {

/// A parsed record: the text of the root's children by local name, with any namespace prefix. Entities of a
/// document type are not expanded.
class XmlFields {
 public:
  explicit XmlFields(const std::string& xml) {
    const std::string_view body = trimmed(xml);  // some writers put a newline before the declaration
    valid_ = bool(document_.load_buffer(body.data(), body.size()));
  }

  bool valid() const { return valid_; }

  std::optional<std::string> operator[](std::string_view name) const {
    if (!valid_) return std::nullopt;
    for (const pugi::xml_node child : document_.document_element().children()) {
      std::string_view local = child.name();
      if (const auto colon = local.find(':'); colon != local.npos) local.remove_prefix(colon + 1);
      if (local == name) return std::string(trimmed(child.child_value()));
    }
    return std::nullopt;
  }

  std::optional<int> integer(std::string_view name) const {
    const auto text = (*this)[name];
    return text ? parse_number<int>(*text) : std::nullopt;
  }
  std::optional<double> real(std::string_view name) const {
    const auto text = (*this)[name];
    return text ? parse_number<double>(*text) : std::nullopt;
  }

 private:
  pugi::xml_document document_;
  bool valid_ = false;
};

}  // namespace glueball::io
