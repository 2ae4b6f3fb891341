// JSON of files that others may have written.
#pragma once

#include <nlohmann/json.hpp>
#include <utility>

namespace glueball {

/// The value of a text or a stream. It is discarded where it is no JSON, or has more than 100 arrays and
/// objects in each other: copies of a value and its text recurse, and the stack has an end.
template <class Json, class Text>
Json parsed_json(Text&& text) {
  bool deep = false;
  const auto shallow = [&](int depth, nlohmann::detail::parse_event_t, Json&) {
    deep = deep || depth > 100;
    return !deep;
  };
  Json value = Json::parse(std::forward<Text>(text), shallow, false);
  return deep ? Json(Json::value_t::discarded) : value;
}

}  // namespace glueball
