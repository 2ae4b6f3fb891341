// What `solve` says: a row a solve, and one of all of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "quark_options.hpp"
#include "run/solve_run.hpp"

namespace glueball::app {

/// What the last line says beside the sums.
struct SolveHead {
  std::string file, device, source;
  Geometry geometry;
  int columns = 0;
  std::uint64_t device_bytes = 0;
  std::vector<std::string> outputs;
  std::vector<std::pair<std::string, double>> more{};  ///< numbers of the quark, by their names in JSON
};

/// A table, or a JSON object a line.
class SolveReport {
 public:
  SolveReport(const QuarkOptions& quark, bool json) : quark_(quark), json_(json) {}
  void head() const;
  /// To be called in the order of columns and, in each, of masses: what all masses share is summed up once.
  void row(const SolveRecord& row);
  void total(const SolveHead& head) const;

 private:
  bool several() const { return quark_.masses.size() > 1; }

  const QuarkOptions& quark_;
  bool json_;
  SolveTotal total_;
  double norm2_ = 0;
  int last_column_ = -1;
};

}  // namespace glueball::app
