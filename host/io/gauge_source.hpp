// Reads a gauge configuration from a file, time slice by time slice.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "io/file_header.hpp"
#include "io/header_checks.hpp"
#include "io/input_file.hpp"
#include "io/link_averages.hpp"
#include "io/read_options.hpp"

namespace glueball::io {

/// An opened file whose header was read and compared with the file's length. It delivers links in double
/// precision, one slice at a time, so that a file larger than the memory can be read.
class GaugeSource {
 public:
  virtual ~GaugeSource() = default;
  GaugeSource(const GaugeSource&) = delete;
  GaugeSource& operator=(const GaugeSource&) = delete;

  const Geometry& geometry() const { return geometry_; }
  /// Returns the header. It is complete after `finish`; before that the checksum is unknown.
  const FileHeader& header() const { return header_; }
  const InputFile& file() const { return *file_; }
  /// Returns 4 Lx Ly Lz.
  std::size_t links_per_slice() const {
    return geometry_.volume() / std::size_t(geometry_.extent(3)) * kDirections;
  }

  /// Fills `links` (links_per_slice matrices, [site, x fastest][mu]) with time slice t. Each slice is read
  /// once, from 0 up; otherwise throws std::logic_error. Throws Error(bad_file) if the file cannot be read.
  void read_slice(int t, std::span<Matrix3> links);

  /// Verifies, after the last slice, the checksum, stored averages and that links are SU(3), as the options
  /// ask. `averages` is called if the file stores any. Throws Error(bad_file).
  void finish(const AveragesOf& averages);

 protected:
  GaugeSource(std::shared_ptr<const InputFile> file, const Geometry& geometry, FileHeader header,
              const ReadOptions& options);
  virtual void read(int t, std::span<Matrix3> links) = 0;
  /// Sets checksum and checksum_verified in header_; throws if they disagree.
  virtual void verify_checksum() {}

  std::shared_ptr<const InputFile> file_;
  Geometry geometry_;
  FileHeader header_;
  ReadOptions options_;
  double tolerance_ = 0;  ///< tolerance of stored averages; 0: they are not verified

 private:
  Su3Check su3_;
  int next_ = 0;
};

/// Opens a file. It recognises the format by content, never by name. Throws Error(bad_file) naming the file
/// if it is missing, of an unknown format, or of a length that does not fit its header.
std::unique_ptr<GaugeSource> open_source(const std::filesystem::path& path, const ReadOptions& options = {});

/// Reads every slice, passes it to `visit`, and finishes. Holds three slices.
LinkAverages stream(GaugeSource& source,
                    const std::function<void(int t, std::span<const Matrix3> links)>& visit = {});

}  // namespace glueball::io
