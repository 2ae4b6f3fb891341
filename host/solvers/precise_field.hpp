// A field of one parity for outer solutions and residuals, on the host or on a device.
#pragma once

#include <utility>
#include <variant>

#include "fermion/host_field.hpp"

namespace glueball {

/// The field is in double on the host, or on a device in the outer precision. Like all device fields, a copy
/// of one refers to the same memory.
template <class F>
class PreciseField {
 public:
  using OneParity = typename HostField<F>::type;
  explicit PreciseField(OneParity field) : field_(std::move(field)) {}
  explicit PreciseField(const F& field) : field_(field) {}

  bool on_host() const { return std::holds_alternative<OneParity>(field_); }
  /// These throw std::bad_variant_access if the field is on the other side.
  OneParity& host() { return std::get<OneParity>(field_); }
  const OneParity& host() const { return std::get<OneParity>(field_); }
  F& device() { return std::get<F>(field_); }
  const F& device() const { return std::get<F>(field_); }

 private:
  std::variant<OneParity, F> field_;
};

}  // namespace glueball
