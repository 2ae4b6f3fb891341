// MILC's own binary format, version 5 and the older versions 1 to 4: single precision, in the writer's byte
// order.
#pragma once

#include "io/gauge_sink.hpp"
#include "io/gauge_source.hpp"

namespace glueball::io {

/// Returns true if the file starts with a MILC magic number of either byte order.
bool is_milc(const InputFile& file);

/// Opens versions 5 (checksums verified) and 1 to 4 (no checksum stored). Throws Error(bad_file).
std::unique_ptr<GaugeSource> open_milc(std::shared_ptr<const InputFile> file, const ReadOptions& options);

/// Writes version 5 in options.order (little-endian unless given). The time stamp is now, or
/// options.header["time_stamp"].
std::unique_ptr<GaugeSink> create_milc(const std::filesystem::path& path, const Geometry& geometry,
                                       const WriteOptions& options);

}  // namespace glueball::io
