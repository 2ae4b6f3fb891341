// The NERSC archive format: a header of KEY = VALUE lines, then links with two rows or three.
#pragma once

#include "io/configuration_file.hpp"
#include "io/input_file.hpp"

namespace glueball::io {

/// Whether the file starts with BEGIN_HEADER.
bool is_nersc(const InputFile& file);

/// Reads 4D_SU3_GAUGE (two rows) and 4D_SU3_GAUGE_3x3 in every FLOATING_POINT; plain IEEE32 is taken as
/// big-endian unless only little-endian has the stored checksum. CHECKSUM, PLAQUETTE and LINK_TRACE (to 1e-5
/// at 32 bits, 1e-6 at 64) are verified where the header has them. Throws Error(bad_input).
ConfigurationFile read_nersc(const InputFile& file, const ReadOptions& options);

}  // namespace glueball::io
