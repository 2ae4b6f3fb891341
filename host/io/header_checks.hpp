// What every format's reader verifies: extents, stored averages, and that links are SU(3).
#pragma once

#include <span>
#include <string>

#include "io/input_file.hpp"
#include "io/read_options.hpp"
#include "lattice/su3.hpp"

namespace glueball::io {

/// The geometry a file states; Error(bad_file) naming the file when even-odd cannot work on it or when it is
/// not what the options expect.
Geometry stated_geometry(const InputFile& file, const Site& extents, const ReadOptions& options);

/// Error(bad_file) unless |stored - computed| <= tolerance (NaN disagrees); silent when
/// options.ignore_checksum.
void check_average(const InputFile& file, const std::string& name, double stored, double computed,
                   double tolerance, const ReadOptions& options);

/// Error(bad_file) naming both unless they agree; silent when options.ignore_checksum. Returns whether they
/// agree.
bool check_checksum(const InputFile& file, const std::string& format, const std::string& stored,
                    const std::string& computed, const ReadOptions& options);

/// Looks for links that are not SU(3) to the tolerance of the precision (1e-4 at 32 bits, 1e-5 at 64).
class Su3Check {
 public:
  Su3Check(const Geometry& geometry, int precision)
      : geometry_(geometry), tolerance_(precision == 32 ? 1e-4 : 1e-5) {}
  /// The next links in the order of sites.
  void add(std::span<const Matrix3> links);
  /// Says how many are not, where, and the likely cause; empty where all are.
  std::string fault() const;
  /// Error(bad_file) where there is a fault.
  void finish(const InputFile& file) const;

 private:
  Geometry geometry_;
  double tolerance_;
  std::size_t seen_ = 0, bad_ = 0, negated_ = 0, zero_ = 0, first_ = 0;
  double first_deviation_ = 0;
};

}  // namespace glueball::io
