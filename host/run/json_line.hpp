// Results and records as lines of JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace glueball {

/// Writes `object` on one line. Invalid UTF-8 in file names, which JSON cannot hold, becomes U+FFFD.
inline std::string json_line(const nlohmann::ordered_json& object) {
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// A fault of a record that nlohmann's get() lets pass.
struct BadRecord : nlohmann::json::exception {
  explicit BadRecord(const std::string& what) : exception(501, what.c_str()) {}
};

/// Returns a whole number of a record. Throws BadRecord if T cannot hold it, where get() would convert it.
template <class T>
T whole_of(const nlohmann::ordered_json& value) {
  const bool holds = value.is_number_unsigned()  ? std::in_range<T>(value.get<std::uint64_t>())
                     : value.is_number_integer() ? std::in_range<T>(value.get<std::int64_t>())
                                                 : false;
  if (!holds) throw BadRecord(json_line(value) + " is no such whole number");
  return value.get<T>();
}

}  // namespace glueball
