// The elements that QCDml's schemas demand.
#pragma once

#include <string_view>
#include <vector>

namespace glueball::io {

/// `some`: of its children at least one, in any order, and others too. `anything`: it is not looked at.
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

/// An element: how often it comes, what it holds, and its children in their order.
struct Element {
  std::string_view name;
  Holds holds = Holds::text;
  int least = 1, most = 1;
  std::vector<Element> children{};
};

/// Of documents with that root, of version 2.0 or 1.x; nullptr where there is none.
const Element* qcdml_schema(std::string_view root, bool second_version);

}  // namespace glueball::io
