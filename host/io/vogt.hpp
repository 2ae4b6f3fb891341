// The VOGT format of cuLGT. It is read, not written.
//
// A header of 16-bit integers in the byte order of the writer's machine: the number of dimensions, the number
// of colours, the extents (time first), and the bytes of a real number (4 or 8); 14 bytes in four dimensions.
// The links follow in the same byte order (io/time_first.hpp). There is no magic number and no checksum.
// Source: LinkFileVogt.h of github.com/culgt/culgt, commit f8612a5e.
#pragma once

#include "io/gauge_source.hpp"

namespace glueball::io {

/// Whether the header makes sense as VOGT's in either byte order, of any number of dimensions and colours. A
/// file of the wrong length passes; opening it says so.
bool looks_like_vogt(const InputFile& file);

/// Opens SU(3) links in four dimensions, of either precision and byte order. Throws Error(bad_file).
std::unique_ptr<GaugeSource> open_vogt(std::shared_ptr<const InputFile> file, const ReadOptions& options);

}  // namespace glueball::io
