// The right-hand sides of `solve`, a column at a time.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/paths.hpp"
#include "base/error.hpp"
#include "quark_options.hpp"

namespace glueball::app {

/// The columns to solve for, made one at a time.
template <class Half>
class Columns {
 public:
  /// `count`: as many as --columns asks for, or 0. Throws Error(bad_value) or Error(bad_file) for a source
  /// that is not one of this lattice and quark.
  Columns(const QuarkOptions& quark, int count, const Geometry& g)
      : source_(parse_source(quark.source)), geometry_(g) {
    check_source(source_, g);
    if (source_.kind == SourceKind::file) {
      if (count != 0) check_columns(source_, kComponents<Half>, count);
      open(quark);
      count_ = int(file_->columns());
    } else {
      count_ = count != 0 ? count : is_local(source_) ? kComponents<Half> : 1;
      check_columns(source_, kComponents<Half>, count_);
    }
  }

  int count() const { return count_; }
  const SourceSpec& source() const { return source_; }

  io::QuarkColumn label(int n) const {
    if (file_) return file_->column(std::size_t(n));
    const bool spin = kComponents<Half> == 12;
    if (is_local(source_) || count_ == 12)
      return {.spin = spin ? std::optional(n / 3) : std::nullopt, .colour = n % 3};
    if (count_ == 4) return {.spin = n};
    if (count_ == 3) return {.colour = n};
    return {};
  }

  FullQuarkField<Half> make(int n) const {
    if (!file_) return make_source<Half>(source_, geometry_, n, count_);
    FullQuarkField<Half> b;
    file_->read(std::size_t(n), b, ignore_checksum_);
    return b;
  }

 private:
  void open(const QuarkOptions& quark) {
    file_ = std::make_unique<io::QuarkFieldSource>(find_input(source_.path));
    ignore_checksum_ = quark.ignore_checksum;
    const std::string name = file_->path().string();
    if (!(file_->geometry() == geometry_))
      throw Error(ErrorKind::bad_file,
                  fmt::format("{}: a source on {} where the configuration is {}", name,
                              file_->geometry().to_string(), geometry_.to_string()),
                  "give a source of the configuration's size");
    if (file_->kind() != io::kKindOf<Half>)
      throw Error(ErrorKind::bad_file,
                  fmt::format("{}: {} where --action {} needs {}", name,
                              kComponents<Half> == 12 ? "colour vectors" : "Dirac spinors", quark.action,
                              kComponents<Half> == 12 ? "Dirac spinors" : "colour vectors"),
                  "give another source or --action");
  }

  SourceSpec source_;
  Geometry geometry_;
  int count_ = 0;
  std::unique_ptr<io::QuarkFieldSource> file_;
  bool ignore_checksum_ = false;
};

}  // namespace glueball::app
