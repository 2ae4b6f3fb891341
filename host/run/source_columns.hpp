// The right-hand sides of a propagator, one column at a time.
#pragma once

#include <memory>

#include "comm/domain.hpp"
#include "io/quark_file.hpp"
#include "quark/source.hpp"

namespace glueball {

/// Makes or reads the columns of a source, one at a time.
template <class OneParity>
class SourceColumns {
 public:
  /// `count` is the number of first components for a point or a Gaussian, and the dilution for other sources
  /// (check_columns). 0 means all components of a local source, otherwise one column. A file has its own
  /// number. With `domain`, of which `g` is a part, rank 0 reads the file. Throws Error(bad_value) for a
  /// source or a number that does not fit this lattice and quark, Error(bad_file) for such a file.
  SourceColumns(const SourceSpec& source, int count, const Geometry& g, bool ignore_checksum = false,
                const Domain* domain = nullptr);

  int count() const { return count_; }
  /// Returns the label of a column for solutions; for a file's columns rank 0 knows it.
  io::QuarkColumn label(int n) const;
  /// Throws Error(bad_file) for a wrong checksum of a file's column, unless checksums are ignored.
  FullQuarkField<OneParity> make(int n) const;

 private:
  void open();

  SourceSpec source_;
  Geometry geometry_;
  bool ignore_checksum_;
  const Domain* domain_;
  int count_ = 0;
  std::unique_ptr<io::QuarkFieldSource> file_;
};

}  // namespace glueball
