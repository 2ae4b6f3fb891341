// The exported configurations of openQCD, and the similar big-endian format of HiRep. Both have time first,
// store a plaquette instead of a checksum, and have no magic number.
#pragma once

#include "io/gauge_sink.hpp"
#include "io/gauge_source.hpp"

namespace glueball::io {

/// Returns true if the header is plausible for openQCD (or HiRep): extents, a plaquette in its range. A file
/// of the wrong length is accepted here and refused when it is opened.
bool looks_like_openqcd(const InputFile& file);
bool looks_like_hirep(const InputFile& file);

/// Opens openQCD; verifies the stored plaquette to 1e-8. Throws Error(bad_file).
std::unique_ptr<GaugeSource> open_openqcd(std::shared_ptr<const InputFile> file, const ReadOptions& options);

/// Opens HiRep, SU(3) in the fundamental representation; verifies the stored plaquette to 1e-8.
std::unique_ptr<GaugeSource> open_hirep(std::shared_ptr<const InputFile> file, const ReadOptions& options);

/// Writes openQCD: 64 bits, little-endian. Holds an eighth of a time slice besides the given one.
std::unique_ptr<GaugeSink> create_openqcd(const std::filesystem::path& path, const Geometry& geometry,
                                          const WriteOptions& options);

}  // namespace glueball::io
