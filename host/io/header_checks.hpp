// Checks that all formats share: extents, stored averages, and that links are SU(3).
#pragma once

#include <span>
#include <string>

#include "io/input_file.hpp"
#include "io/read_options.hpp"
#include "lattice/su3.hpp"

namespace glueball::io {

/// Returns the geometry that a file states. Throws Error(bad_file) naming the file if even-odd does not work
/// on it, or if the options expect another one.
Geometry stated_geometry(const InputFile& file, const Site& extents, const ReadOptions& options);

/// Throws Error(bad_file) unless |stored - computed| <= tolerance (NaN disagrees); does nothing with
/// options.ignore_checksum.
void check_average(const InputFile& file, const std::string& name, double stored, double computed,
                   double tolerance, const ReadOptions& options);

/// Throws Error(bad_file) naming both checksums if they differ; does not throw with options.ignore_checksum.
/// Returns true if they agree.
bool check_checksum(const InputFile& file, const std::string& format, const std::string& stored,
                    const std::string& computed, const ReadOptions& options);

/// Counts links that are not SU(3) to the tolerance of the precision (1e-4 at 32 bits, 1e-5 at 64).
class Su3Check {
 public:
  Su3Check(const Geometry& geometry, int precision)
      : geometry_(geometry), tolerance_(precision == 32 ? 1e-4 : 1e-5) {}
  /// Adds the next links in the order of sites.
  void add(std::span<const Matrix3> links);
  /// Returns how many links are not SU(3), where, and the likely cause; empty if there are none.
  std::string fault() const;
  /// Throws Error(bad_file) if there is a fault.
  void finish(const InputFile& file) const;

 private:
  Geometry geometry_;
  double tolerance_;
  std::size_t seen_ = 0, bad_ = 0, negated_ = 0, zero_ = 0, open_ = 0, first_ = 0;
  double first_deviation_ = 0;
};

}  // namespace glueball::io
