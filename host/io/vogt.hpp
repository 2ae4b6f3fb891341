// The VOGT format of cuLGT. This library only reads it.
//
// A header of 16-bit integers in the byte order of the writer's machine has the number of dimensions, the
// number of colours, the extents (time first), and the bytes of a real number (4 or 8); 14 bytes in four
// dimensions. The links follow in the same byte order (io/time_first.hpp). There is no magic number and no
// checksum. Source: LinkFileVogt.h of github.com/culgt/culgt, commit f8612a5e.
#pragma once

#include "io/gauge_source.hpp"

namespace glueball::io {

/// Returns true if the header is plausible for VOGT in either byte order, with any number of dimensions and
/// colours. A file of the wrong length is accepted here and refused when it is opened.
bool looks_like_vogt(const InputFile& file);

/// Opens SU(3) links in four dimensions, of either precision and byte order. Throws Error(bad_file).
std::unique_ptr<GaugeSource> open_vogt(std::shared_ptr<const InputFile> file, const ReadOptions& options);

}  // namespace glueball::io
