// The MDP format of FermiQCD, which cuLGT reads and writes too. This library only reads it.
//
// A header of 236 bytes has three texts of 60 bytes ("File Type: MDP FIELD", the program, the date), then
// 32-bit integers: a word of byte order, the number of dimensions, ten extents (time first; those beyond the
// number of dimensions are unused), bytes per site and number of sites. The links follow in the byte order of
// the header (io/time_first.hpp). The bytes per site tell single from double precision. There is no checksum.
// Source: mdp_field.h, mdp_field_load.h and mdp_lattice.h of github.com/mdipierro/fermiqcd, commit 49870936,
// and LinkFileMDP.h of github.com/culgt/culgt, commit f8612a5e.
#pragma once

#include "io/gauge_source.hpp"

namespace glueball::io {

/// Returns true if the file starts with the words of an MDP field, of links or of anything else.
bool is_mdp(const InputFile& file);

/// Opens a field of SU(3) links in four dimensions, of either precision and byte order. Throws
/// Error(bad_file).
std::unique_ptr<GaugeSource> open_mdp(std::shared_ptr<const InputFile> file, const ReadOptions& options);

}  // namespace glueball::io
