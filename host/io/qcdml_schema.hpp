// The elements that QCDml's schemas require.
#pragma once

#include <string_view>
#include <vector>

namespace glueball::io {

/// The content of an element. `some`: at least one of its children, in any order, and others too. `anything`:
/// unchecked.
enum class Holds {
  elements,
  some,
  anything,
  text,
  whole,
  number,
  date,
  action,
  precision,
  ensemble,
  file,
  boundary,
  yes_or_no
};

/// An element: how often it occurs, its content, and its children in their order.
struct Element {
  std::string_view name;
  Holds holds = Holds::text;
  int least = 1, most = 1;
  std::vector<Element> children{};
};

/// Returns the schema of documents with that root, of version 2.0 or 1.x; nullptr if there is none.
const Element* qcdml_schema(std::string_view root, bool second_version);

}  // namespace glueball::io
