// --hdf5: what a command computes, in one file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hdf5_options.hpp"
#include "io/hdf5_file.hpp"
#include "lattice/configuration.hpp"
#include "measure/observable_list.hpp"
#include "run/hdf5_records.hpp"

namespace glueball::app {

/// An attribute of the root, by which a run that goes on knows its file.
struct Hdf5Mark {
  std::string name, value;
};

/// The mark of a run's file is its directory. In a file that was moved with the directory, it is `recorded`:
/// the output that config.toml names.
Hdf5Mark mark_of_run(const std::filesystem::path& directory, const std::string& recorded,
                     const Hdf5Options& options);

/// Does nothing where no file was asked for, and on other ranks than the first.
class Hdf5Output {
 public:
  /// Throws as io::Hdf5File does. The file of a run that goes on may be there: Error(bad_value) where one is
  /// that another command, or a run of another mark, has written, without `force`.
  Hdf5Output(const Hdf5Options& options, bool force, const std::optional<Hdf5Mark>& resumed = {});

  explicit operator bool() const { return file_.has_value(); }
  /// Who computes. To be called before all that follows.
  void begin(const Provenance& provenance, const std::string& config = {});
  void set(const std::string& group, const io::Hdf5Attribute& attribute);
  void put(const std::string& group, const Hdf5Row& arrays);
  void append(const std::string& group, const Hdf5Row& row);
  /// Writes what was not written, and says so.
  void finish(bool quiet);

 private:
  /// Those above the file that had to be made; they go again where nothing was written.
  struct MadeDirectories {
    ~MadeDirectories();
    std::vector<std::filesystem::path> paths{};  ///< the innermost first
  };

  Hdf5Options options_;
  MadeDirectories made_;
  std::optional<io::Hdf5File> file_;
};

/// "file" and "checksum", by which a row is known; the latter is of links in memory.
Hdf5Row hdf5_origin(const std::string& file, const std::string& checksum);
/// The same, the checksum "" on one of several ranks.
Hdf5Row hdf5_origin(const std::string& file, const Configuration& u);
/// The values of a row behind those it has. What is the same for all configurations, such as distances, goes
/// into "axes".
void append_observed(Hdf5Output& hdf5, const std::string& group, Hdf5Row row,
                     const std::vector<NamedQuantity>& observed);
/// `a` and then `b`.
Hdf5Row operator+(Hdf5Row a, const Hdf5Row& b);

}  // namespace glueball::app
