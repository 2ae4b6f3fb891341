// --hdf5: the results of a command in one file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"
#include "lattice/configuration.hpp"
#include "measure/observable_list.hpp"
#include "options/hdf5_options.hpp"
#include "run/hdf5_records.hpp"

namespace glueball::app {

/// An attribute of the root that identifies the file of a resumed run; it has one of the values.
struct Hdf5Mark {
  std::string name;
  std::vector<std::string> values;
};

/// The mark of a run's file is its directory. After the run was moved it may be `recorded`: the output that
/// config.toml names. A copied run does not take over the file of the run that was copied.
Hdf5Mark mark_of_run(const std::filesystem::path& directory, const std::string& recorded,
                     const Hdf5Options& options);

/// Does nothing without --hdf5, and on ranks other than 0.
class Hdf5Output {
 public:
  /// Throws as io::Hdf5File does. A resumed run may find its own file. Throws Error(bad_value) for a file of
  /// another command or of a run with another mark, unless `force`. The file of a resumed run is left as it
  /// is until `open` is called.
  Hdf5Output(const Hdf5Options& options, bool force, const std::optional<Hdf5Mark>& resumed = {});

  explicit operator bool() const { return file_.has_value(); }
  /// Writes the provenance. Must be called before the functions below.
  void begin(const Provenance& provenance, const std::string& config = {});
  /// Must be called when the resumed run begins to write, before its config.toml names another directory.
  void open();
  void set(const std::string& group, const io::Hdf5Attribute& attribute);
  void put(const std::string& group, const Hdf5Row& arrays);
  void append(const std::string& group, const Hdf5Row& row);
  /// Writes the remaining data and reports the file.
  void finish(bool quiet);

 private:
  /// Parent directories that had to be made; they are removed if nothing is written.
  struct MadeDirectories {
    ~MadeDirectories();
    std::vector<std::filesystem::path> paths{};  ///< the innermost first
  };

  Hdf5Options options_;
  MadeDirectories made_;
  std::optional<io::Hdf5File> file_;
};

/// Returns "file" and "checksum", which identify a row. The checksum is that of the links in memory.
Hdf5Row hdf5_origin(const std::string& file, const std::string& checksum);
/// The same; on one of several ranks the checksum is "".
Hdf5Row hdf5_origin(const std::string& file, const Configuration& u);
/// Appends a row with the values added. Data that are the same for all configurations, such as distances, are
/// written to "axes".
void append_observed(Hdf5Output& hdf5, const std::string& group, Hdf5Row row,
                     const std::vector<NamedQuantity>& observed);
/// Returns the arrays of `a`, then those of `b`.
Hdf5Row operator+(Hdf5Row a, const Hdf5Row& b);

}  // namespace glueball::app
