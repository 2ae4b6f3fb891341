// The output of `solve`: a row for each solve, and a row of sums.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "options/deflation.hpp"
#include "options/quark_options.hpp"
#include "run/solve_run.hpp"

namespace glueball::app {

/// The data of the last line beside the sums.
struct SolveHead {
  std::string file, device, source;
  Geometry geometry;
  int columns = 0;
  std::uint64_t device_bytes = 0;
  std::vector<std::string> outputs;
  SolveDeflation deflation{};
  std::optional<SolveTotal> undeflated{};                  ///< sums of the solves without deflation
  std::vector<std::pair<std::string, JsonNumber>> more{};  ///< parameters of the quark by their names in JSON
};

/// Returns a solve without the work that it shared with those of earlier masses, which is counted once.
SolveResult own_part(const SolveRecord& record);

/// Prints a table, or a JSON object a line.
class SolveReport {
 public:
  SolveReport(const QuarkOptions& quark, bool json) : quark_(quark), json_(json) {}
  /// `compared`: this number of first rows was also solved without deflation.
  void head(int compared = 0);
  /// Must be called in the order of columns and, in each, of masses. Work that masses share is counted once.
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
