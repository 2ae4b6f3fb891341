// Conditions on measurements for keeping a chain's configurations.
#pragma once

#include <string>
#include <vector>

namespace glueball {

/// A range of a measured number, or of its modulus.
struct SaveCondition {
  std::string quantity;  ///< its name in the history
  bool modulus = false;
  double low, high;  ///< both are included; infinite without a bound

  /// Parses "charge=0.5..1.5" or "|charge|=0.5..": either bound may be left out. Throws Error(bad_value).
  static SaveCondition parse(const std::string& text);
  /// Parses several conditions, separated by semicolons, which must all hold.
  static std::vector<SaveCondition> parse_all(const std::string& text);

  bool holds(double value) const;
};

}  // namespace glueball
