// The registry of fermion operators, for solve, mesons and molecular dynamics.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cpu/staggered.hpp"
#include "fermion/colour_operator.hpp"
#include "fermion/host_field.hpp"
#include "fermion/quark.hpp"
#include "fermion/spinor_operator.hpp"
#include "lattice/configuration.hpp"

namespace glueball {

template <class F>
using HostOperator = cpu::EvenOddOperator<typename HostField<F>::type>;

/// The base classes of all operators for a field F. Those of colour vectors have a mass that can be set,
/// those of spinors on a device a shift of A.
template <class F>
struct Operators;
template <>
struct Operators<SpinorField> {
  using Host = HostOperator<SpinorField>;
  using Device = SpinorOperator;
};
template <>
struct Operators<ColourField> {
  using Host = cpu::StaggeredOperator;
  using Device = ColourOperator;
};

/// A quark's matrix on the host in double, and a maker of one on a device that copies what the host's has
/// computed from the links.
template <class F>
struct OperatorPair {
  std::unique_ptr<typename Operators<F>::Host> host;
  /// Makes the matrix from links on the device that equal those of `host`, which must exist during the call.
  std::function<std::unique_ptr<typename Operators<F>::Device>(const DeviceLattice&, const GaugeField&)>
      on_device;
};

/// One line of the registry, for quarks with fields F. A new operator is a class here, its reference in
/// host/reference, and such a line. tests/property/fermion_operators.cpp covers all lines with `example`.
template <class F>
struct OperatorKind {
  QuarkAction action;
  std::string_view name;     ///< the word of --action
  std::string_view hop;      ///< the kernel that is timed to choose parameters for such quarks
  bool for_several = false;  ///< true if FermionOperator::for_several returns a matrix
  int layers = 1;            ///< layers of the neighbours' sites on a split lattice
  QuarkParameters example;   ///< parameters whose matrix has an inverse on rough links
  /// Makes the pair of matrices from links on the host.
  OperatorPair<F> (*pair)(const Configuration&, const QuarkParameters&);
  /// Makes the matrix from links on the device alone and calls links_changed(). The precision is single or
  /// double.
  std::unique_ptr<typename Operators<F>::Device> (*on_device)(const DeviceLattice&, const GaugeField&,
                                                              const QuarkParameters&);
};

template <class F>
const std::vector<OperatorKind<F>>& operator_kinds();
/// Returns the operator's line. Throws Error(bad_value) for an action of other fields.
template <class F>
const OperatorKind<F>& operator_kind(QuarkAction action);

/// Returns the names of all actions as in --action, spinors first; with `staggered` only those of colour
/// vectors.
std::vector<std::string> quark_names(bool staggered = false);
/// Returns the action of that name. Throws Error(bad_value) if there is none.
QuarkAction quark_action(std::string_view name);
/// Returns OperatorKind::layers.
int layers_of(QuarkAction action);
/// Returns OperatorKind::for_several.
bool takes_blocks(QuarkAction action);
/// Returns OperatorKind::hop.
std::string_view hop_kernel(QuarkAction action);

/// Returns a quark of Wilson's kind with these parameters: plain, twisted or, with csw, clover.
QuarkParameters wilson_quark(double kappa, double mu, double csw, bool exponential = false);

}  // namespace glueball
