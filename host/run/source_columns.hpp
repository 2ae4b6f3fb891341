// The right-hand sides of a propagator, a column at a time.
#pragma once

#include <memory>

#include "comm/domain.hpp"
#include "io/quark_file.hpp"
#include "quark/source.hpp"

namespace glueball {

/// The columns of a source, made or read one at a time.
template <class OneParity>
class SourceColumns {
 public:
  /// `count`: of a point or a Gaussian its first components, of other sources how they are diluted
  /// (check_columns); 0: all components of a local source, otherwise one column. A file has its own number.
  /// Of a `domain`, whose part `g` is, the first rank reads the file. Throws Error(bad_value) for a source or
  /// a number that does not go with this lattice and quark, Error(bad_file) for such a file.
  SourceColumns(const SourceSpec& source, int count, const Geometry& g, bool ignore_checksum = false,
                const Domain* domain = nullptr);

  int count() const { return count_; }
  /// What solutions say of the column they belong to; of a file's the first rank knows it.
  io::QuarkColumn label(int n) const;
  /// Throws Error(bad_file) where the checksum of a file's column is wrong, unless that is ignored.
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
