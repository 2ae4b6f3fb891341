// --hdf5: what a command computes, in one file.
#pragma once

#include <optional>
#include <string>

#include "hdf5_options.hpp"
#include "io/hdf5_file.hpp"
#include "lattice/configuration.hpp"
#include "run/hdf5_records.hpp"

namespace glueball::app {

/// Does nothing where no file was asked for, and on other ranks than the first.
class Hdf5Output {
 public:
  /// Throws as io::Hdf5File does. The file of a run that goes on may be there: Error(bad_value) where one is
  /// that another command, or a chain of another seed, has written, without `force`.
  Hdf5Output(const Hdf5Options& options, bool force);
  Hdf5Output(const Hdf5Options& options, bool force, std::uint64_t seed_of_resumed);

  explicit operator bool() const { return file_.has_value(); }
  /// Who computes. To be called before all that follows.
  void begin(const Provenance& provenance, const std::string& config = {});
  void set(const std::string& group, const io::Hdf5Attribute& attribute);
  void put(const std::string& group, const Hdf5Row& arrays);
  void append(const std::string& group, const Hdf5Row& row);
  /// Writes what was not written, and says so.
  void finish(bool quiet);

 private:
  Hdf5Options options_;
  std::optional<io::Hdf5File> file_;
};

/// "file" and "checksum", by which a row is known; the latter is of links in memory, and "" on one of several
/// ranks.
Hdf5Row hdf5_origin(const std::string& file, const Configuration& u);
/// `a` and then `b`.
Hdf5Row operator+(Hdf5Row a, const Hdf5Row& b);

}  // namespace glueball::app
