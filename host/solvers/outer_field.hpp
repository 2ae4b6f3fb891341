// A field of one parity where solutions and residuals are kept: on the host or on a device.
#pragma once

#include <utility>
#include <variant>

#include "fermion/host_field.hpp"

namespace glueball {

/// In double on the host, or on a device in the precision of an outer lattice. As with all fields of a
/// device, a copy of one there is another name for the same memory.
template <class F>
class OuterField {
 public:
  using Half = typename HostField<F>::type;
  explicit OuterField(Half field) : field_(std::move(field)) {}
  explicit OuterField(const F& field) : field_(field) {}

  bool on_host() const { return std::holds_alternative<Half>(field_); }
  /// Asked for the other one, they throw std::bad_variant_access.
  Half& host() { return std::get<Half>(field_); }
  const Half& host() const { return std::get<Half>(field_); }
  F& device() { return std::get<F>(field_); }
  const F& device() const { return std::get<F>(field_); }

 private:
  std::variant<Half, F> field_;
};

}  // namespace glueball
