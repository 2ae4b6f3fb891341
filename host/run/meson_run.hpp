// Meson correlators and the chiral condensate of a configuration, from the solver of its quarks.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comm/domain.hpp"
#include "quark/condensate.hpp"
#include "quark/mesons.hpp"
#include "quark/source.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Correlators at one momentum, the pion first.
struct MesonCorrelators {
  Site momentum{};
  int direction = 3;                    ///< direction of the correlators
  std::array<std::size_t, 2> quarks{};  ///< positions of the two quarks among the requested ones
  std::vector<std::pair<std::string, std::vector<double>>> channels;  ///< by distance from the source

  const std::vector<double>& channel(const std::string& name) const;
};

/// G = M^-1 of a staggered quark from a point, with a column for each colour.
using StaggeredPropagator = std::vector<FullQuarkField<ParityColourField>>;

struct ChiralCondensate {
  int vectors = 0;  ///< noise vectors
  std::uint64_t seed = 0;
  NoiseMean scalar;                         ///< Tr G / V
  std::optional<NoiseMean> pseudoscalar{};  ///< Tr gamma5 G / V of Wilson quarks
};

/// Called for each solved column.
using ColumnDone = std::function<void(const SolveResult&)>;

// Columns are solved for until |b - M x| / |b| on all sites is at most the solver's tolerance. Results have
// errors of first order in it: a column, relative to |b|, up to |M^-1| times the tolerance.

/// Computes correlators of quarks with spin for each mass of the solver, each plan and each of its momenta,
/// from one set of columns. G = `factor` M^-1: with 2 kappa it is the inverse of the operator with the mass
/// in it. On a split lattice `g` is this rank's part of `domain`. Rank 0 then collects each column and alone
/// has the correlators; others have zeros. Throws as the solver does, and Error(bad_value) as check_plan
/// does.
std::vector<MesonCorrelators> meson_correlators(QuarkSolver<ParitySpinorField>& solver, const Geometry& g,
                                                const SourceSpec& source, std::span<const MesonPlan> plans,
                                                double factor, const ColumnDone& done,
                                                const Domain* domain = nullptr);

/// Computes a propagator for each mass of the solver; `done` is called for each mass of a column. On several
/// ranks rank 0 has the propagators on the whole lattice, and others have no columns.
std::vector<StaggeredPropagator> staggered_propagators(QuarkSolver<ParityColourField>& solver,
                                                       const Geometry& g, const SourceSpec& source,
                                                       const ColumnDone& done,
                                                       const Domain* domain = nullptr);
/// Computes the local channels of StaggeredMesonContraction for all pairs of quarks, (0, 0), (0, 1) ... (1,
/// 1) ..., for each plan and each of its momenta. `g` is the whole lattice. Throws Error(bad_value) as
/// check_plan does.
std::vector<MesonCorrelators> staggered_mesons(const Geometry& g, std::span<const StaggeredPropagator> quarks,
                                               std::span<const MesonPlan> plans);

/// Computes the condensate for each mass of the solver from `vectors` of Z2 noise, the same for all; `domain`
/// is as above.
template <class OneParity>
std::vector<ChiralCondensate> chiral_condensates(QuarkSolver<OneParity>& solver, const Geometry& g,
                                                 int vectors, std::uint64_t seed, double factor,
                                                 const ColumnDone& done, const Domain* domain = nullptr);

}  // namespace glueball
