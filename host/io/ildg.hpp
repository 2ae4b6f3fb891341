// ILDG and SciDAC (QIO) gauge configurations: LIME records, metadata in XML, big-endian links.
#pragma once

#include "io/gauge_sink.hpp"
#include "io/gauge_source.hpp"

namespace glueball::io {

/// Opens a LIME file with one gauge field. Extents and precision come from ildg-format, else from the SciDAC
/// records, else (bare ildg-binary-data) from options.extents and the record's length. Throws
/// Error(bad_file).
std::unique_ptr<GaugeSource> open_ildg(std::shared_ptr<const InputFile> file, const ReadOptions& options);

/// Writes [xlf-info], ildg-format, ildg-binary-data, [ildg-data-lfn], [qcdml-config] and scidac-checksum in
/// one message.
std::unique_ptr<GaugeSink> create_ildg(const std::filesystem::path& path, const Geometry& geometry,
                                       const WriteOptions& options);

/// Calls write_configuration in format "ildg".
void write_ildg(const std::filesystem::path& path, const Configuration& u, const WriteOptions& options = {});

}  // namespace glueball::io
