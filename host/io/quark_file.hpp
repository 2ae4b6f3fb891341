// Quark fields (propagators, sources) in SciDAC/LIME files. A propagator is written with one column a record;
// files with all columns in one record can be read.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/checksums.hpp"
#include "io/lime.hpp"
#include "lattice/quark_field.hpp"

namespace glueball::io {

/// The content of a site: 12 complex numbers, spin slower than colour, or 3.
enum class QuarkFieldKind { spinor, colour_vector };

template <class OneParity>
inline constexpr QuarkFieldKind kKindOf =
    kComponents<OneParity> == 12 ? QuarkFieldKind::spinor : QuarkFieldKind::colour_vector;

struct QuarkWriteOptions {
  int precision = 64;  ///< bits of a real number: 32 (rounded to nearest) or 64 (exact)
  bool force = false;
  std::string content = "propagator";  ///< or "source"
  std::string info{};                  ///< free text on the origin
  /// Further properties of the file, by the names of their tags.
  std::vector<std::pair<std::string, std::string>> facts{};
};

/// The column of a source with one component a site; unset if the source has several. An eigenvector v has
/// its value and |A v - lambda v|.
struct QuarkColumn {
  std::optional<int> spin{}, colour{};
  std::string info{};  ///< free text
  std::optional<double> eigenvalue{}, residual{};
};

/// Writes files that QIO reads: a file message with the extents, then a message for every column. A message
/// has record type and precision, text, data (sites t, z, y, x slowest to fastest, then spin, colour, re and
/// im; big-endian), and checksum. Spinors are in the DeGrand-Rossi basis. The file appears under its name in
/// `finish`, complete, or not at all.
class QuarkFieldSink {
 public:
  /// Throws Error(bad_value) for a target that exists (without force) or cannot be created, and for other
  /// precisions.
  QuarkFieldSink(const std::filesystem::path& path, const Geometry& geometry, QuarkFieldKind kind,
                 const QuarkWriteOptions& options);

  /// Throws Error(bad_file) if the system refuses (disk full), std::logic_error for a field of the other
  /// kind.
  template <class OneParity>
  void write(const FullQuarkField<OneParity>& field, const QuarkColumn& column);

  void finish() { file_.commit(); }

 private:
  AtomicFile file_;
  LimeWriter lime_;
  Geometry geometry_;
  QuarkFieldKind kind_;
  QuarkWriteOptions options_;
};

/// An opened file of quark fields. Every record is known to be inside the file and to have the length that
/// the extents require. It reads the files of QuarkFieldSink, QIO's and Grid's files of Dirac fermions or
/// staggered colour vectors, and propagators of QDP++ and Grid with 12 columns on each site. Chroma and Grid
/// also have the DeGrand-Rossi basis. It also reads ETMC's propagators (tmLQCD) and converts their spin
/// basis.
class QuarkFieldSource {
 public:
  /// Throws Error(bad_file) naming the file for anything else.
  explicit QuarkFieldSource(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return file_.path(); }
  std::uint64_t bytes() const { return file_.size(); }
  const Geometry& geometry() const { return geometry_; }
  QuarkFieldKind kind() const { return kind_; }
  int precision() const { return precision_; }           ///< bits
  const std::string& format() const { return format_; }  ///< "scidac" or "etmc"
  std::size_t columns() const { return records_.size(); }
  const QuarkColumn& column(std::size_t n) const { return records_[n].column; }
  /// Returns texts of the file as a whole, by the type of their record.
  const std::map<std::string, std::string>& header() const { return header_; }
  /// Returns the value of one of the file's own tags, such as QuarkWriteOptions::facts.
  std::optional<std::string> fact(const std::string& name) const;
  /// Throws Error(bad_file): "<path>: <what>; <hint>".
  [[noreturn]] void refuse(const std::string& what, const std::string& hint = {}) const {
    file_.refuse(what, hint);
  }

  /// The checksum of a column that `read` has computed.
  struct Checksum {
    std::string value;      ///< checksum of the data
    bool verified = false;  ///< the file stores the same checksum
  };
  /// Reads column n in double precision. Throws Error(bad_file) if the checksum is wrong, unless
  /// `ignore_checksum`; std::logic_error for the other kind.
  template <class OneParity>
  Checksum read(std::size_t n, FullQuarkField<OneParity>& field, bool ignore_checksum = false) const;

 private:
  struct Record {
    std::uint64_t offset = 0;
    std::optional<std::string> stored{};  ///< checksum
    QuarkColumn column{};
    int part = 0, of = 1;  ///< number of this column, among so many on each site
  };
  struct Scan;
  std::size_t bytes_per_site() const;

  InputFile file_;
  Geometry geometry_{Site{2, 2, 2, 2}};
  QuarkFieldKind kind_ = QuarkFieldKind::spinor;
  int precision_ = 64;
  std::string format_;
  std::vector<Record> records_;
  /// Checksums by the offset of data that several columns share: it is summed with the first of them.
  mutable std::map<std::uint64_t, std::string> sums_;
  std::map<std::string, std::string> header_;
};

/// Returns true if the metadata of a file describe quark fields; false for any other file. Throws
/// Error(bad_file) if it cannot be opened.
bool holds_quark_fields(const std::filesystem::path& path);

}  // namespace glueball::io
