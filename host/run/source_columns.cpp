#include "run/source_columns.hpp"

#include <fmt/format.h>

#include <optional>
#include <span>

#include "base/error.hpp"
#include "comm/gather.hpp"

namespace glueball {

template <class OneParity>
SourceColumns<OneParity>::SourceColumns(const SourceSpec& source, int count, const Geometry& g,
                                        bool ignore_checksum, const Domain* domain)
    : source_(source), geometry_(g), ignore_checksum_(ignore_checksum), domain_(domain) {
  check_source(source_, g);
  if (source_.kind == SourceKind::file) {
    if (count != 0) check_columns(source_, kComponents<OneParity>, count);
    if (domain_ == nullptr || domain_->ranks().first()) open();
    if (file_) count_ = int(file_->columns());
    if (domain_ != nullptr) domain_->ranks().broadcast(std::as_writable_bytes(std::span(&count_, 1)), 0);
  } else {
    count_ = count != 0 ? count : is_local(source_) ? kComponents<OneParity> : 1;
    check_columns(source_, kComponents<OneParity>, count_);
  }
}

template <class OneParity>
void SourceColumns<OneParity>::open() {
  file_ = std::make_unique<io::QuarkFieldSource>(source_.path);
  const std::string name = file_->path().string();
  if (!(file_->geometry() == geometry_.whole()))
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: a source on {} where the configuration is {}", name,
                            file_->geometry().to_string(), geometry_.whole().to_string()),
                "give a source of the configuration's size");
  constexpr bool spinors = kComponents<OneParity> == 12;
  if (file_->kind() != io::kKindOf<OneParity>)
    throw Error(
        ErrorKind::bad_file,
        fmt::format("{}: {} where {} quarks need {}", name, spinors ? "colour vectors" : "Dirac spinors",
                    spinors ? "Wilson" : "staggered", spinors ? "Dirac spinors" : "colour vectors"),
        "give another source or <action>");
}

template <class OneParity>
io::QuarkColumn SourceColumns<OneParity>::label(int n) const {
  if (file_) return file_->column(std::size_t(n));
  if (source_.kind == SourceKind::file) return {};
  const bool spin = kComponents<OneParity> == 12;
  if (is_local(source_) || count_ == 12)
    return {.spin = spin ? std::optional(n / 3) : std::nullopt, .colour = n % 3};
  if (count_ == 4) return {.spin = n};
  if (count_ == 3) return {.colour = n};
  return {};
}

template <class OneParity>
FullQuarkField<OneParity> SourceColumns<OneParity>::make(int n) const {
  if (source_.kind != SourceKind::file) return make_source<OneParity>(source_, geometry_, n, count_);
  FullQuarkField<OneParity> b;
  if (file_) file_->read(std::size_t(n), b, ignore_checksum_);
  return domain_ == nullptr ? b : scattered(*domain_, file_ ? &b : nullptr);
}

template class SourceColumns<ParitySpinorField>;
template class SourceColumns<ParityColourField>;

}  // namespace glueball
