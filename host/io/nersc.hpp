// The NERSC archive format: a header of KEY = VALUE lines, then links with two rows or three.
#pragma once

#include "io/gauge_sink.hpp"
#include "io/gauge_source.hpp"

namespace glueball::io {

/// Returns true if the file starts with BEGIN_HEADER.
bool is_nersc(const InputFile& file);

/// Opens 4D_SU3_GAUGE (two rows) and 4D_SU3_GAUGE_3x3 in every FLOATING_POINT. Plain IEEE32 is big-endian
/// unless only little-endian has the stored checksum. CHECKSUM, PLAQUETTE and LINK_TRACE (to 1e-5 at 32 bits,
/// 1e-6 at 64) are verified if the header has them. Throws Error(bad_file).
std::unique_ptr<GaugeSource> open_nersc(std::shared_ptr<const InputFile> file, const ReadOptions& options);

/// Writes options.rows rows in options.order (big-endian unless given). It uses the keys BOUNDARY_n,
/// ENSEMBLE_ID, ENSEMBLE_LABEL, SEQUENCE_NUMBER, CREATOR, CREATOR_HARDWARE, CREATION_DATE and ARCHIVE_DATE of
/// options.header.
std::unique_ptr<GaugeSink> create_nersc(const std::filesystem::path& path, const Geometry& geometry,
                                        const WriteOptions& options);

}  // namespace glueball::io
