#include "run/save_condition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/read_number.hpp"

namespace glueball {
namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& what) {
  throw Error(ErrorKind::bad_value, "no range of a measured number: '" + text + "': " + what,
              "write NAME=LOW..HIGH, as in charge=0.5..1.5 or '|charge|=0.5..'");
}

double end_of(const std::string& text, std::string_view end, double none) {
  double value = none;
  if (!end.empty() && (!read_number(end, value) || !std::isfinite(value)))
    refuse(text, "'" + std::string(end) + "' is no number");
  return value;
}

}  // namespace

SaveCondition SaveCondition::parse(const std::string& text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) refuse(text, "it has no =");
  std::string name = text.substr(0, equals);
  const std::string_view range = std::string_view(text).substr(equals + 1);
  const std::size_t dots = range.find("..");
  if (dots == std::string_view::npos) refuse(text, "it has no ..");
  SaveCondition c{.quantity = name,
                  .low = end_of(text, range.substr(0, dots), -kInfinity),
                  .high = end_of(text, range.substr(dots + 2), kInfinity)};
  if (name.size() >= 2 && name.front() == '|' && name.back() == '|')
    c.quantity = name.substr(1, name.size() - 2), c.modulus = true;
  if (c.quantity.empty()) refuse(text, "it names nothing");
  if (!std::isfinite(c.low) && !std::isfinite(c.high)) refuse(text, "it has no end");
  if (c.low > c.high || (c.modulus && c.high < 0)) refuse(text, "nothing is inside");
  return c;
}

std::vector<SaveCondition> SaveCondition::parse_all(const std::string& text) {
  std::vector<SaveCondition> all;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    all.push_back(parse(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return all;
}

bool SaveCondition::holds(double value) const {
  if (modulus) value = std::abs(value);
  return value >= low && value <= high;
}

}  // namespace glueball
