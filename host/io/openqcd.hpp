// The exported configurations of openQCD, and HiRep's format, its big-endian cousin: both have time first and
// store a plaquette where others store a checksum, and neither has a magic number.
#pragma once

#include "io/configuration_file.hpp"
#include "io/input_file.hpp"

namespace glueball::io {

/// Whether the header makes sense as openQCD's (or HiRep's): extents, a plaquette in its range. A file of the
/// wrong length passes; reading it says so.
bool looks_like_openqcd(const InputFile& file);
bool looks_like_hirep(const InputFile& file);

/// Reads openQCD; the stored plaquette is verified to 1e-8. Throws Error(bad_input).
ConfigurationFile read_openqcd(const InputFile& file, const ReadOptions& options);

/// Reads HiRep, SU(3) in the fundamental representation; the stored plaquette is verified to 1e-8.
ConfigurationFile read_hirep(const InputFile& file, const ReadOptions& options);

}  // namespace glueball::io
