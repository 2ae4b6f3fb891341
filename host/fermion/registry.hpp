// The operators that there are, by the quark: what solve, mesons and molecular dynamics make theirs of.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fermion/colour_operator.hpp"
#include "fermion/host_field.hpp"
#include "fermion/quark.hpp"
#include "lattice/configuration.hpp"
#include "reference/staggered.hpp"

namespace glueball {

template <class F>
using HostOperator = reference::EvenOddOperator<typename HostField<F>::type>;

/// What all operators of the registry for a field F are: those of colour vectors have a mass that can be set.
template <class F>
struct Operators {
  using Host = HostOperator<F>;
  using Device = FermionOperator<F>;
};
template <>
struct Operators<ColourField> {
  using Host = reference::StaggeredOperator;
  using Device = ColourOperator;
};

/// A quark's matrix on the host in double, and one on a device that takes over what that has made of the
/// links.
template <class F>
struct OperatorPair {
  std::unique_ptr<typename Operators<F>::Host> host;
  /// From links on the device that are those of `host`, which must live on while this is called.
  std::function<std::unique_ptr<typename Operators<F>::Device>(const DeviceLattice&, const GaugeField&)>
      on_device;
};

/// One line of the registry, of quarks with fields F. A new operator is a class here, its twin in
/// host/reference, and such a line; tests/property/fermion_operators.cpp runs over all of them with
/// `example`.
template <class F>
struct OperatorKind {
  QuarkAction action;
  std::string_view name;     ///< as --action says it
  std::string_view hop;      ///< the kernel that is timed where something is chosen for such quarks
  bool for_several = false;  ///< FermionOperator::for_several has a matrix
  int layers = 1;            ///< of the neighbours' sites where a lattice is split
  QuarkParameters example;   ///< with values that have an inverse on rough links
  /// On the host.
  OperatorPair<F> (*pair)(const Configuration&, const QuarkParameters&);
  /// Made on the device from the links there alone, after links_changed(). In
  /// single or double precision.
  std::unique_ptr<typename Operators<F>::Device> (*on_device)(const DeviceLattice&, const GaugeField&,
                                                              const QuarkParameters&);
};

template <class F>
const std::vector<OperatorKind<F>>& operator_kinds();
/// Throws Error(bad_value) for an action of other fields.
template <class F>
const OperatorKind<F>& operator_kind(QuarkAction action);

/// The names of all actions, as --action says them: those of spinors first. `staggered`: the others alone.
std::vector<std::string> quark_names(bool staggered = false);
/// By such a name. Throws Error(bad_value) for one that there is not.
QuarkAction quark_action(std::string_view name);
/// OperatorKind::layers.
int layers_of(QuarkAction action);
/// OperatorKind::for_several.
bool takes_blocks(QuarkAction action);
/// OperatorKind::hop.
std::string_view hop_kernel(QuarkAction action);

/// A quark of Wilson's kind with these numbers: plain, twisted or, with csw, clover.
QuarkParameters wilson_quark(double kappa, double mu, double csw);

}  // namespace glueball
