// Results and records as lines of JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace glueball {

/// `object` on one line. What file names have that is no UTF-8, which no JSON can hold, becomes U+FFFD.
inline std::string json_line(const nlohmann::ordered_json& object) {
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace glueball
