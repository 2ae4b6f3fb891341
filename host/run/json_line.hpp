// Results and records as lines of JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace glueball {

/// `object` on one line. What file names have that is no UTF-8, which no JSON can hold, becomes U+FFFD.
inline std::string json_line(const nlohmann::ordered_json& object) {
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// A fault of a record that nlohmann's get() lets pass.
struct BadRecord : nlohmann::json::exception {
  explicit BadRecord(const std::string& what) : exception(501, what.c_str()) {}
};

/// A whole number in a record. Throws BadRecord where it is none that T holds: get() would make one of
/// it.
template <class T>
T whole_of(const nlohmann::ordered_json& value) {
  const bool holds = value.is_number_unsigned()  ? std::in_range<T>(value.get<std::uint64_t>())
                     : value.is_number_integer() ? std::in_range<T>(value.get<std::int64_t>())
                                                 : false;
  if (!holds) throw BadRecord(json_line(value) + " is no such whole number");
  return value.get<T>();
}

}  // namespace glueball
