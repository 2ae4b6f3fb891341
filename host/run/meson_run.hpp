// Meson correlators and the chiral condensate of a configuration, from the solver of its quarks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "comm/domain.hpp"
#include "quark/condensate.hpp"
#include "quark/mesons.hpp"
#include "quark/source.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Correlators of one momentum, the pion first.
struct MesonCorrelators {
  Site momentum{};
  std::vector<std::pair<std::string, std::vector<double>>> channels;  ///< by distance from the source

  const std::vector<double>& channel(const std::string& name) const;
};

struct ChiralCondensate {
  int vectors = 0;  ///< of noise
  std::uint64_t seed = 0;
  NoiseMean scalar;                         ///< Tr G / V
  std::optional<NoiseMean> pseudoscalar{};  ///< Tr gamma5 G / V, of Wilson quarks
};

/// Is told of each column that is solved for.
using ColumnDone = std::function<void(const SolveResult&)>;

/// One for each momentum of the plan. G = `factor` M^-1: 2 kappa makes it the inverse of the operator that
/// has the mass in it. Staggered quarks have the local channels of StaggeredMesonContraction. Where the
/// lattice is split `g` is this rank's part and `domain` whose; rank 0 then gathers each column and alone has
/// the correlators, the others zeros. Throws as the solver.
template <class OneParity>
std::vector<MesonCorrelators> meson_correlators(QuarkSolver<OneParity>& solver, const Geometry& g,
                                                const SourceSpec& source, const MesonPlan& plan,
                                                double factor, const ColumnDone& done,
                                                const Domain* domain = nullptr);

/// From `vectors` of Z2 noise; `domain` as above.
template <class OneParity>
ChiralCondensate chiral_condensate(QuarkSolver<OneParity>& solver, const Geometry& g, int vectors,
                                   std::uint64_t seed, double factor, const ColumnDone& done,
                                   const Domain* domain = nullptr);

}  // namespace glueball
