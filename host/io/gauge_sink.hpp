// Writes a gauge configuration to a file, time slice by time slice.
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
  std::string logical_filename{};  ///< ILDG: ildg-data-lfn; empty: none
  std::string qcdml{};         ///< ILDG: document for the record qcdml-config; see qcdml_with; empty: none
  bool xlf_plaquette = false;  ///< ILDG: xlf_info begins with the line that states the plaquette
  int rows = 3;                ///< NERSC: rows of each link; with 2 the reader computes the third
  std::optional<std::endian> order{};           ///< NERSC (big unless given) and MILC (little unless given)
  std::map<std::string, std::string> header{};  ///< NERSC: free keys; MILC: time_stamp
  /// openQCD: stored instead of the computed plaquette, whose last digit depends on the order of summation.
  std::optional<double> plaquette{};
};

/// Returns "ildg", "nersc", "milc", "openqcd".
const std::vector<std::string>& writable_formats();

/// Returns the precision in which `format` stores links of a file in `precision` bits: MILC has 32 bits only,
/// openQCD 64 only.
int writable_precision(const std::string& format, int precision);

/// Returns options that keep a file's header when its links are written in another format, as far as that
/// format can store it: precision, byte order, texts.
WriteOptions carried_over(const FileHeader& from, const std::string& format);

/// A file being written. It appears under its name in `finish`, complete, or not at all.
class GaugeSink {
 public:
  virtual ~GaugeSink() = default;
  GaugeSink(const GaugeSink&) = delete;
  GaugeSink& operator=(const GaugeSink&) = delete;

  /// Writes the links of time slice t, [site, x fastest][mu]. Each slice is written once, from 0 up;
  /// otherwise throws std::logic_error. Throws Error(bad_file) if the system refuses (disk full).
  void write_slice(int t, std::span<const Matrix3> links);

  /// Completes the file after the last slice: writes sums and averages if the format has them (only then
  /// `averages` is called), and moves the file to its name. Returns the checksum in the format's notation;
  /// empty for openQCD, which has none.
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

/// Creates a file. Throws Error(bad_value) for an unknown format, options it cannot fulfil, or a target that
/// exists (without force) or cannot be created.
std::unique_ptr<GaugeSink> create_sink(const std::filesystem::path& path, const std::string& format,
                                       const Geometry& geometry, const WriteOptions& options);

/// Writes a configuration that is in memory, completely or not at all. Throws as create_sink.
void write_configuration(const std::filesystem::path& path, const std::string& format, const Configuration& u,
                         const WriteOptions& options = {});

}  // namespace glueball::io
