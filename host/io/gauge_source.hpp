// A gauge configuration in a file, read time slice by time slice.
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

/// An opened file whose header was read and compared with the file's length. Links come in double precision,
/// one slice at a time, so that a file larger than the memory can be read.
class GaugeSource {
 public:
  virtual ~GaugeSource() = default;
  GaugeSource(const GaugeSource&) = delete;
  GaugeSource& operator=(const GaugeSource&) = delete;

  const Geometry& geometry() const { return geometry_; }
  /// Complete after `finish`; before it the checksum is not known.
  const FileHeader& header() const { return header_; }
  const InputFile& file() const { return *file_; }
  /// 4 Lx Ly Lz
  std::size_t links_per_slice() const {
    return geometry_.volume() / std::size_t(geometry_.extent(3)) * kDirections;
  }

  /// Fills `links` (links_per_slice matrices, [site, x fastest][mu]) with time slice t. Each slice once, from
  /// 0 up; std::logic_error otherwise. Throws Error(bad_file) when the file cannot be read.
  void read_slice(int t, std::span<Matrix3> links);

  /// After the last slice: verifies checksum, stored averages and that links are SU(3), as far as the options
  /// ask for it; `averages` is called when the file stores any. Throws Error(bad_file).
  void finish(const AveragesOf& averages);

 protected:
  GaugeSource(std::shared_ptr<const InputFile> file, const Geometry& geometry, FileHeader header,
              const ReadOptions& options);
  virtual void read(int t, std::span<Matrix3> links) = 0;
  /// Sets checksum and checksum_verified in header_, or throws.
  virtual void verify_checksum() {}

  std::shared_ptr<const InputFile> file_;
  Geometry geometry_;
  FileHeader header_;
  ReadOptions options_;
  double tolerance_ = 0;  ///< of stored averages; 0: they are not verified

 private:
  Su3Check su3_;
  int next_ = 0;
};

/// Recognises the format by content, never by name. Throws Error(bad_file) naming the file for anything
/// missing, unknown, or of a length that does not fit its header.
std::unique_ptr<GaugeSource> open_source(const std::filesystem::path& path, const ReadOptions& options = {});

/// Reads every slice, hands it to `visit`, and finishes. Holds three slices.
LinkAverages stream(GaugeSource& source,
                    const std::function<void(int t, std::span<const Matrix3> links)>& visit = {});

}  // namespace glueball::io
