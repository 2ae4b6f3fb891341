#include "lattice/gauge_couplings.hpp"

#include <charconv>
#include <cmath>
#include <map>

#include "base/error.hpp"

namespace glueball {

double rectangle_coefficient(const std::string& action) {
  static const std::map<std::string, double> kNamed = {
      {"wilson", 0.0}, {"symanzik", -1.0 / 12.0}, {"iwasaki", -0.331}, {"dbw2", -1.4088}};
  if (const auto found = kNamed.find(action); found != kNamed.end()) return found->second;
  double value = 0;
  const char* end = action.data() + action.size();
  const auto [at, error] = std::from_chars(action.data(), end, value);
  if (error != std::errc() || at != end || !std::isfinite(value))
    throw Error(ErrorKind::bad_value, "'" + action + "' is no gauge action",
                "give wilson, symanzik, iwasaki, dbw2 or the rectangle's coefficient c1");
  return value;
}

}  // namespace glueball
