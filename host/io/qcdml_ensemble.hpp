// QCDml: the document with which ILDG's catalogue describes an ensemble.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "io/qcdml.hpp"

namespace glueball::io {

/// An element of the document: a text, or children in the schema's order.
struct QcdmlElement {
  std::string name, text{};
  std::vector<QcdmlElement> children{};
};

/// A term of the action, by the schema's names.
struct QcdmlAction {
  std::string name;                       ///< "plaquetteGluonAction"
  std::array<int, 4> signs{1, 1, 1, 1};   ///< on wrapping in x, y, z, t
  std::vector<QcdmlElement> couplings{};  ///< beta, kappa ...
  int flavours = 0;                       ///< of quarks
  std::string normalisation{};            ///< of the quark field
};

struct QcdmlEnsemble {
  std::array<int, 4> extents{};  ///< x, y, z, t
  QcdmlAction gluon{};
  std::vector<QcdmlAction> quarks{};
  std::string algorithm{}, reference{};  ///< an XML name, and the paper
  std::string licence{};                 ///< a URI; empty: unknown
};

/// A markovChain document of version 2.0 (http://www.lqcd.org/ildg/QCDml/ensemble2.0). Ensemble, participant,
/// institution and date are those of `origin`; collaboration, project and label those of an ensemble
/// mc://GRID/COLLABORATION/PROJECT/.../LABEL, unknown where its name is shorter.
std::string qcdml_ensemble_xml(const QcdmlEnsemble& ensemble, const QcdmlOrigin& origin);

}  // namespace glueball::io
