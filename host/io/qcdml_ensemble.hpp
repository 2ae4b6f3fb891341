// QCDml documents of an ensemble for ILDG's catalogue.
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
  std::array<int, 4> signs{1, 1, 1, 1};   ///< boundary signs in x, y, z, t
  std::vector<QcdmlElement> couplings{};  ///< beta, kappa ...
  int flavours = 0;                       ///< number of quark flavours
  std::string normalisation{};            ///< normalisation of the quark field
};

struct QcdmlEnsemble {
  std::array<int, 4> extents{};  ///< x, y, z, t
  QcdmlAction gluon{};
  std::vector<QcdmlAction> quarks{};
  std::string algorithm{}, reference{};  ///< an XML name, and the paper
  std::string licence{};                 ///< a URI; empty: unknown
};

/// Returns a markovChain document of version 2.0 (http://www.lqcd.org/ildg/QCDml/ensemble2.0). Ensemble,
/// participant, institution and date are those of `origin`. Collaboration, project and label are parts of the
/// ensemble's name mc://GRID/COLLABORATION/PROJECT/.../LABEL, unknown if it is shorter.
std::string qcdml_ensemble_xml(const QcdmlEnsemble& ensemble, const QcdmlOrigin& origin);

}  // namespace glueball::io
