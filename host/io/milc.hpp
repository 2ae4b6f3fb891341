// MILC's own binary format, version 5 and the older versions 1 to 4: single precision, the writer's byte
// order.
#pragma once

#include "io/configuration_file.hpp"
#include "io/input_file.hpp"

namespace glueball::io {

/// Whether the file starts with a MILC magic number of either byte order.
bool is_milc(const InputFile& file);

/// Reads versions 5 (checksums verified) and 1 to 4 (no checksum stored). Throws Error(bad_input).
ConfigurationFile read_milc(const InputFile& file, const ReadOptions& options);

}  // namespace glueball::io
