// Records of a gauge fixing, kept in its directory to resume it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fix/fixing.hpp"
#include "run/fixed_copy.hpp"
#include "run/run_directory.hpp"

namespace glueball {

/// The provenance of a run.
struct FixProvenance {
  std::string config;    ///< all options as TOML
  std::string file;      ///< the configuration's name in errors
  std::string checksum;  ///< checksum of its links as they were read
};

/// An unfinished copy.
struct GoingCopy {
  FixPoint at;
  Transformation g;
};

/// The progress of a run.
struct FixState {
  std::vector<FixedCopy> done{};
  std::optional<FixedCopy> best{};
  Transformation best_g{};  ///< transformation of `best`
  std::optional<GoingCopy> going{};

  /// True if nothing was done yet.
  bool fresh() const { return done.empty() && !going; }
};

/// history.jsonl has a line for each copy. best.lime is the transformation of the best copy. state.lime is
/// that of the unfinished copy, or of the last one if it did not converge: it is continued, and gets a
/// further line. Both are files of gauge transformations (io/transformation_file.hpp), whose text holds the
/// checksum (kHistoryChecksum) of the history when copies had so many "lines" in it.
class FixRecords {
 public:
  /// True if a file in such a directory belongs to a gauge fixing and to no other run; for RunDirectory.
  static bool owns(const std::string& name);

  /// The directory must outlive this.
  FixRecords(RunDirectory& directory, FixProvenance provenance)
      : directory_(directory), provenance_(std::move(provenance)) {}

  /// Starts a new run.
  void begin();
  struct Past {
    FixState state{};
    bool torn = false;  ///< the last line of the history was incomplete and is dropped
  };
  /// Reads the records of an earlier process of the same run, which brought `u` to `gauge`, and opens the
  /// directory for writing. Throws Error(bad_file) if it is damaged or of another configuration.
  Past resume(const Configuration& u, Gauge gauge);

  /// Writes the transformation of a copy that is better than those before. Must be called before `keep`.
  void keep_best(const FixedCopy& copy, const Geometry& geometry, const Transformation& g);
  /// Records a finished copy, and the best so far with its transformation.
  void keep(const FixedCopy& copy, const FixedCopy& best, const Geometry& geometry, const Transformation& g);
  /// Writes an unfinished copy in place of its earlier state.
  void keep_going(int copy, const FixPoint& at, const Geometry& geometry, const Transformation& g);

 private:
  HistoryLine input_line() const;
  std::vector<HistoryLine> read_history(const PastHistory& past, FixState& state);
  /// Adds the copy of best.lime to `state` if its line in the history is missing.
  void read_best(const Configuration& u, Gauge gauge, const PastHistory& past, std::vector<HistoryLine>& kept,
                 FixState& state);
  void read_going(const Geometry& geometry, const PastHistory& past, FixState& state) const;
  /// Checks the history against a file with this text; files of earlier versions have no checksum.
  void require_unchanged(const PastHistory& past, const char* name, const nlohmann::ordered_json& info) const;
  void write(const char* name, const Geometry& geometry, const Transformation& g,
             nlohmann::ordered_json info);

  RunDirectory& directory_;
  FixProvenance provenance_;
  int steps_ = 0;  ///< lines of copies in the history
};

}  // namespace glueball
