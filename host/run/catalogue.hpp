// Checks of a directory of configurations.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lattice/geometry.hpp"

namespace glueball {

struct CataloguedFile {
  std::string name;  ///< name in the directory
  std::string format;
  Site lattice{};
  std::optional<std::int64_t> step{};      ///< step in the chain, from the header, the document, or the name
  std::string checksum{};                  ///< checksum of the data
  bool checksum_verified = false;          ///< true if the file states the same
  std::optional<double> plaquette{};       ///< plaquette of the links; empty: the file could not be read
  std::string parameters{};                ///< couplings and masses in the header, "beta = 6, c1 = 0"
  std::string ensemble{}, lfn{};           ///< from its QCDml document
  std::string seed{}, history_checksum{};  ///< data of its chain, from the header
  std::vector<std::string> faults{};
};

/// The files of a directory and their faults.
struct Catalogue {
  std::vector<CataloguedFile> files;  ///< by step, then by name
  std::vector<std::string> faults{};  ///< faults of the directory: gaps, documents of ensembles
  std::size_t fault_count() const;
};

/// The step that a text says; nothing where it says none, or one beyond 10^15 of either sign.
std::optional<std::int64_t> step_of(std::string_view text);

/// Every configuration of a directory, not of those below it: whether it can be read, is of SU(3), has the
/// checksum and plaquette that it states, a QCDml document without qcdml_faults that is about this file; and
/// whether all have one lattice, one set of parameters and one ensemble, none is there twice (data, step or
/// logical file name), and steps follow in one stride, and what the history beside them says of them
/// (run/catalogue_history.hpp). What a run or a picture leaves beside them is passed over, as are hidden
/// files; *.xml is a QCDml document of an ensemble. `told` hears of each file before it is read. Throws
/// Error(bad_file) where the directory cannot be read or holds no configuration.
Catalogue catalogue_of(const std::filesystem::path& directory,
                       const std::function<void(std::size_t nth, std::size_t count)>& told = {});

}  // namespace glueball
