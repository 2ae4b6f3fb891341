// Which configurations of a chain are kept for what was measured of them.
#pragma once

#include <string>
#include <vector>

namespace glueball {

/// A range of a measured number, or of its modulus.
struct SaveCondition {
  std::string quantity;  ///< its name in the history
  bool modulus = false;
  double low, high;  ///< both belong to it; infinite where there is no end

  /// Of "charge=0.5..1.5", "|charge|=0.5..": either end may be left out. Throws Error(bad_value).
  static SaveCondition parse(const std::string& text);
  /// Of several, parted by semicolons, which must all hold.
  static std::vector<SaveCondition> parse_all(const std::string& text);

  bool holds(double value) const;
};

}  // namespace glueball
