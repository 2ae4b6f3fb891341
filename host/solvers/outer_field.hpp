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
  using OneParity = typename HostField<F>::type;
  explicit OuterField(OneParity field) : field_(std::move(field)) {}
  explicit OuterField(const F& field) : field_(field) {}

  bool on_host() const { return std::holds_alternative<OneParity>(field_); }
  /// Asked for the other one, they throw std::bad_variant_access.
  OneParity& host() { return std::get<OneParity>(field_); }
  const OneParity& host() const { return std::get<OneParity>(field_); }
  F& device() { return std::get<F>(field_); }
  const F& device() const { return std::get<F>(field_); }

 private:
  std::variant<OneParity, F> field_;
};

}  // namespace glueball
