// What every format's reader verifies: extents, stored averages, and that links are SU(3).
#pragma once

#include <string>

#include "io/configuration_file.hpp"
#include "io/input_file.hpp"

namespace glueball::io {

/// Re tr U_p / 3 averaged over the 6V plaquettes.
double average_plaquette(const Configuration& u);

/// Re tr U / 3 averaged over the 4V links.
double average_link_trace(const Configuration& u);

/// The geometry a file states; Error(bad_input) naming the file when even-odd cannot work on it or when it is
/// not what the options expect.
Geometry stated_geometry(const InputFile& file, const Site& extents, const ReadOptions& options);

/// Error(bad_input) unless |stored - computed| <= tolerance (NaN disagrees); silent when
/// options.ignore_checksum.
void check_average(const InputFile& file, const std::string& name, double stored, double computed,
                   double tolerance, const ReadOptions& options);

/// Error(bad_input) naming both unless they agree; silent when options.ignore_checksum. Returns whether they
/// agree.
bool check_checksum(const InputFile& file, const std::string& format, const std::string& stored,
                    const std::string& computed, const ReadOptions& options);

/// Error(bad_input) when links are not SU(3) to the tolerance of the precision, saying how many, where, and
/// the likely cause; silent when options.allow_non_su3.
void check_su3(const InputFile& file, const Configuration& u, int precision, const ReadOptions& options);

}  // namespace glueball::io
