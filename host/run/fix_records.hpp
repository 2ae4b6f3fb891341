// What a gauge fixing keeps in its directory, and finds there when it goes on.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fix/fixing.hpp"
#include "run/fixed_copy.hpp"
#include "run/run_directory.hpp"

namespace glueball {

/// What a run says of itself.
struct FixStamp {
  std::string config;    ///< all its options, TOML
  std::string file;      ///< the configuration, as complaints name it
  std::string checksum;  ///< of its links, as they were read
};

/// A copy on its way.
struct GoingCopy {
  FixPoint at;
  Transformation g;
};

/// How far a run is.
struct FixState {
  std::vector<FixedCopy> done{};
  std::optional<FixedCopy> best{};
  Transformation best_g{};  ///< of `best`
  std::optional<GoingCopy> going{};

  /// Whether nothing was done yet.
  bool fresh() const { return done.empty() && !going; }
};

/// history.jsonl has a line a copy; best.lime is the transformation of the best, state.lime that of the copy
/// on its way, or of the last one where that gave up: it is gone on with, and has a further line then. Files
/// of gauge transformations, as io/transformation_file.hpp says, whose text holds the checksum
/// (kHistoryChecksum) of the history when copies had so many "lines" in it.
class FixRecords {
 public:
  /// Whether a file in such a directory is of a fixing and no other run: for RunDirectory.
  static bool owns(const std::string& name);

  /// The directory must outlive this.
  FixRecords(RunDirectory& directory, FixStamp stamp) : directory_(directory), stamp_(std::move(stamp)) {}

  /// Starts anew.
  void begin();
  struct Past {
    FixState state{};
    bool torn = false;  ///< the last line of the history was not whole, and is dropped
  };
  /// What an earlier process has left of the same run, which brought `u` to `gauge`; from here on the
  /// directory is written again. Throws Error(bad_file) where it is damaged or of another configuration.
  Past resume(const Configuration& u, Gauge gauge);

  /// The transformation of a copy that is better than those before it. To be called before `keep`.
  void keep_best(const FixedCopy& copy, const Geometry& geometry, const Transformation& g);
  /// A copy that is done, and the best so far with its transformation.
  void keep(const FixedCopy& copy, const FixedCopy& best, const Geometry& geometry, const Transformation& g);
  /// A copy on its way, in place of what was kept of it before.
  void keep_going(int copy, const FixPoint& at, const Geometry& geometry, const Transformation& g);

 private:
  HistoryLine input_line() const;
  std::vector<HistoryLine> read_history(const PastHistory& past, FixState& state);
  /// `state` gains the copy of best.lime where that is there but its line in the history is not.
  void read_best(const Configuration& u, Gauge gauge, const PastHistory& past, std::vector<HistoryLine>& kept,
                 FixState& state);
  void read_going(const Geometry& geometry, const PastHistory& past, FixState& state) const;
  /// Of a file with that text; those of earlier versions hold no checksum.
  void require_unchanged(const PastHistory& past, const char* name, const nlohmann::ordered_json& info) const;
  void write(const char* name, const Geometry& geometry, const Transformation& g,
             nlohmann::ordered_json info);

  RunDirectory& directory_;
  FixStamp stamp_;
  int steps_ = 0;  ///< lines of copies in the history
};

}  // namespace glueball
