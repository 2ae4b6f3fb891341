// A gauge configuration written to a file time slice by time slice.
#pragma once

#include <bit>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/atomic_file.hpp"
#include "io/file_header.hpp"
#include "io/link_averages.hpp"

namespace glueball::io {

struct WriteOptions {
  int precision = 64;              ///< bits of a real number: 32 (rounded to nearest) or 64 (exact)
  bool force = false;              ///< overwrite an existing file
  std::string xlf_info{};          ///< ILDG: free text on the origin, "plaquette = ..." lines by custom
  std::string logical_filename{};  ///< ILDG: ildg-data-lfn; none when empty
  std::string qcdml{};         ///< ILDG: document for a record qcdml-config; see qcdml_with; none when empty
  bool xlf_plaquette = false;  ///< ILDG: xlf_info begins with the line that states the plaquette
  int rows = 3;                ///< NERSC: rows of each link; with 2 the third is left to the reader
  std::optional<std::endian> order{};           ///< NERSC (big unless given) and MILC (little unless given)
  std::map<std::string, std::string> header{};  ///< NERSC: free keys; MILC: time_stamp
  std::optional<double> plaquette{};  ///< openQCD: to be stored instead of the sum formed here, which another
                                      ///< order of summation can change in the last digit
};

/// "ildg", "nersc", "milc", "openqcd"
const std::vector<std::string>& writable_formats();

/// The precision in which `format` holds links of a file in `precision` bits: MILC has 32 bits only, openQCD
/// 64 only.
int writable_precision(const std::string& format, int precision);

/// Options that keep what a file said of itself when its links are written in another format, as far as that
/// has a place for it: precision, byte order, texts.
WriteOptions carried_over(const FileHeader& from, const std::string& format);

/// A file in the making. It appears under its name in `finish`, complete, or not at all.
class GaugeSink {
 public:
  virtual ~GaugeSink() = default;
  GaugeSink(const GaugeSink&) = delete;
  GaugeSink& operator=(const GaugeSink&) = delete;

  /// The links of time slice t, [site, x fastest][mu]. Each slice once, from 0 up; std::logic_error
  /// otherwise. Throws Error(bad_file) when the system refuses (disk full).
  void write_slice(int t, std::span<const Matrix3> links);

  /// After the last slice: writes sums and averages where the format wants them (`averages` is called only
  /// then) and moves the file to its name. Returns the checksum in the format's notation, empty for openQCD,
  /// which has none.
  std::string finish(const AveragesOf& averages);

 protected:
  GaugeSink(const std::filesystem::path& path, const Geometry& geometry, const WriteOptions& options)
      : file_(path, options.force), geometry_(geometry), options_(options) {}
  virtual void write(int t, std::span<const Matrix3> links) = 0;
  virtual std::string complete(const AveragesOf& averages) = 0;

  AtomicFile file_;
  Geometry geometry_;
  WriteOptions options_;

 private:
  int next_ = 0;
};

/// Throws Error(bad_value) for an unknown format, options it cannot fulfil, or a target that exists (without
/// force) or cannot be created.
std::unique_ptr<GaugeSink> create_sink(const std::filesystem::path& path, const std::string& format,
                                       const Geometry& geometry, const WriteOptions& options);

/// Writes a configuration that is in memory, complete or not at all. Errors as create_sink.
void write_configuration(const std::filesystem::path& path, const std::string& format, const Configuration& u,
                         const WriteOptions& options = {});

}  // namespace glueball::io
