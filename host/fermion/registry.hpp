// The operators that there are, by the quark: what solve, mesons and molecular dynamics make theirs of.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "fermion/fermion_operator.hpp"
#include "fermion/host_field.hpp"
#include "fermion/quark.hpp"
#include "lattice/configuration.hpp"
#include "reference/even_odd_operator.hpp"

namespace glueball {

template <class F>
using HostOperator = reference::EvenOddOperator<typename HostField<F>::type>;

/// A quark's matrix on the host in double, and one on a device that takes over what that has made of the
/// links.
template <class F>
struct OperatorPair {
  std::unique_ptr<HostOperator<F>> host;
  /// From links on the device that are those of `host`, which must live on while this is called.
  std::function<std::unique_ptr<FermionOperator<F>>(const DeviceLattice&, const GaugeField&)> on_device;
};

/// One line of the registry, of quarks with fields F. A new operator is a class here, its twin in
/// host/reference, and such a line; tests/property/fermion_operators.cpp runs over all of them with
/// `example`.
template <class F>
struct OperatorKind {
  QuarkAction action;
  std::string_view name;     ///< as --action says it
  bool for_several = false;  ///< MultiWilsonOperator is its matrix for several right-hand sides
  QuarkParameters example;   ///< with values that have an inverse on rough links
  /// On the host.
  OperatorPair<F> (*pair)(const Configuration&, const QuarkParameters&);
  /// Made on the device from the links there alone, after links_changed(). In
  /// single or double precision.
  std::unique_ptr<FermionOperator<F>> (*on_device)(const DeviceLattice&, const GaugeField&,
                                                   const QuarkParameters&);
};

template <class F>
const std::vector<OperatorKind<F>>& operator_kinds();
/// Throws Error(bad_value) for an action of other fields.
template <class F>
const OperatorKind<F>& operator_kind(QuarkAction action);

/// A quark of Wilson's kind with these numbers: plain, twisted or, with csw, clover.
QuarkParameters wilson_quark(double kappa, double mu, double csw);

}  // namespace glueball
