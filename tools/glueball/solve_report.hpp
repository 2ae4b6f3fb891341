// What `solve` says: a row a solve, and one of all of them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "deflation.hpp"
#include "quark_options.hpp"
#include "run/solve_run.hpp"

namespace glueball::app {

/// What the last line says beside the sums.
/// A number of a quark, or a count.
using JsonNumber = std::variant<double, std::uint64_t>;

struct SolveHead {
  std::string file, device, source;
  Geometry geometry;
  int columns = 0;
  std::uint64_t device_bytes = 0;
  std::vector<std::string> outputs;
  SolveDeflation deflation{};
  std::optional<SolveTotal> undeflated{};                  ///< of the first solves
  std::vector<std::pair<std::string, JsonNumber>> more{};  ///< numbers of the quark, by their names in JSON
};

/// A solve, without what it shared with those of other masses before it: that is summed up once.
SolveResult own_part(const SolveRecord& record);

/// A table, or a JSON object a line.
class SolveReport {
 public:
  SolveReport(const QuarkOptions& quark, bool json) : quark_(quark), json_(json) {}
  /// `compared`: the first so many rows are those that were solved without deflation as well.
  void head(int compared = 0);
  /// To be called in the order of columns and, in each, of masses: what all masses share is summed up once.
  void row(const SolveRecord& row);
  void total(const SolveHead& head) const;

 private:
  bool several() const { return quark_.masses.size() > 1; }

  const QuarkOptions& quark_;
  bool json_;
  SolveTotal total_, first_;
  double norm2_ = 0;
  std::size_t compared_ = 0;
};

}  // namespace glueball::app
