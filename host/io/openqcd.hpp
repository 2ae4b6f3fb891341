// The exported configurations of openQCD, and HiRep's format, its big-endian cousin: both have time first and
// store a plaquette where others store a checksum, and neither has a magic number.
#pragma once

#include "io/gauge_sink.hpp"
#include "io/gauge_source.hpp"

namespace glueball::io {

/// Whether the header makes sense as openQCD's (or HiRep's): extents, a plaquette in its range. A file of the
/// wrong length passes; opening it says so.
bool looks_like_openqcd(const InputFile& file);
bool looks_like_hirep(const InputFile& file);

/// Opens openQCD; the stored plaquette is verified to 1e-8. Throws Error(bad_file).
std::unique_ptr<GaugeSource> open_openqcd(std::shared_ptr<const InputFile> file, const ReadOptions& options);

/// Opens HiRep, SU(3) in the fundamental representation; the stored plaquette is verified to 1e-8.
std::unique_ptr<GaugeSource> open_hirep(std::shared_ptr<const InputFile> file, const ReadOptions& options);

/// Writes openQCD: 64 bits, little-endian. Holds an eighth of a time slice besides the one it is given.
std::unique_ptr<GaugeSink> create_openqcd(const std::filesystem::path& path, const Geometry& geometry,
                                          const WriteOptions& options);

}  // namespace glueball::io
