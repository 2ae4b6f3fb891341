#include "update/integrator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace glueball {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Stage kick(double length, double shift = 0) { return {Stage::Kind::kick, length, shift}; }
Stage drift(double length) { return {Stage::Kind::drift, length}; }

std::vector<Stage> leapfrog(double) { return {kick(0.5), drift(1), kick(0.5)}; }

std::vector<Stage> omelyan(double lambda) {
  return {kick(lambda), drift(0.5), kick(1 - 2 * lambda), drift(0.5), kick(lambda)};
}

std::vector<Stage> omelyan_position(double lambda) {
  return {drift(lambda), kick(0.5), drift(1 - 2 * lambda), kick(0.5), drift(lambda)};
}

/// The coefficients are from Omelyan, Mryglod and Folk, Comp. Phys. Comm. 151 (2003) 272; hep-lat/0505020,
/// 4MN5FV.
std::vector<Stage> omelyan4(double) {
  constexpr double theta = 0.08398315262876693, rho = 0.2539785108410595, lambda = 0.6822365335719091,
                   mu = -0.03230286765269967;
  const Stage centre = kick(0.5 - (lambda + theta));
  return {kick(theta), drift(rho), kick(lambda), drift(mu),  centre,     drift(1 - 2 * (mu + rho)),
          centre,      drift(mu),  kick(lambda), drift(rho), kick(theta)};
}

/// The scheme is from Kennedy, Silva and Clark, arXiv:1108.1828. The term [S,[S,T]] h^3/72 beside the kick
/// 2h/3 is a force at shifted links, as in Yin and Mawhinney, arXiv:1111.5059: F + (h^2/24) (F d) F = F(exp(i
/// h^2/24 F) U) + O(h^4).
std::vector<Stage> force_gradient(double) {
  return {kick(1.0 / 6), drift(0.5), kick(2.0 / 3, 1.0 / 24), drift(0.5), kick(1.0 / 6)};
}

/// A list of moves that joins moves between two drifts.
class Moves {
 public:
  explicit Moves(std::size_t levels) : waiting_(levels, 0) {}

  void kick(int level, double length, double shift) {
    if (shift == 0)
      waiting_[std::size_t(level)] += length;
    else
      shifted_.push_back({level, length, shift});
  }
  void drift(double length) {
    flush();
    if (!done_.empty() && done_.back().level == Move::kDrift)
      done_.back().length += length;
    else
      done_.push_back({Move::kDrift, length});
  }
  std::vector<Move> finish() {
    flush();
    return std::move(done_);
  }

 private:
  void flush() {
    for (std::size_t level = 0; level < waiting_.size(); ++level) {
      if (waiting_[level] != 0) done_.push_back({int(level), waiting_[level]});
      waiting_[level] = 0;
    }
    done_.insert(done_.end(), shifted_.begin(), shifted_.end());
    shifted_.clear();
  }

  std::vector<double> waiting_;
  std::vector<Move> shifted_, done_;
};

void integrate(const std::vector<Level>& levels, std::size_t level, double length, Moves& moves) {
  if (level == levels.size()) return moves.drift(length);
  const Level& here = levels[level];
  const IntegratorKind& kind = integrator_kind(here.integrator);
  const auto stages = kind.stages(std::isnan(here.lambda) ? kind.lambda : here.lambda);
  const double h = length / here.steps;
  for (int step = 0; step < here.steps; ++step)
    for (const Stage& stage : stages) {
      if (stage.kind == Stage::Kind::kick)
        moves.kick(int(level), stage.length * h, stage.shift * h * h);
      else
        integrate(levels, level + 1, stage.length * h, moves);
    }
}

}  // namespace

const std::vector<IntegratorKind>& integrator_kinds() {
  static const std::vector<IntegratorKind> kinds{
      {Integrator::leapfrog, "leapfrog", "2nd order", 2, kNone, leapfrog},
      {Integrator::omelyan, "omelyan", "2nd order, minimal norm, velocity form", 2, kOmelyanLambda, omelyan},
      {Integrator::omelyan_position, "omelyan-position", "the same, position form", 2, kOmelyanLambda,
       omelyan_position},
      {Integrator::omelyan4, "omelyan4", "4th order, minimal norm, five forces a step", 4, kNone, omelyan4},
      {Integrator::force_gradient, "force-gradient", "4th order, three forces a step and one for the shift",
       4, kNone, force_gradient},
  };
  return kinds;
}

const IntegratorKind& integrator_kind(Integrator id) {
  const auto& kinds = integrator_kinds();
  return *std::find_if(kinds.begin(), kinds.end(), [id](const IntegratorKind& k) { return k.id == id; });
}

const IntegratorKind& integrator_kind(std::string_view name) {
  std::vector<std::string> names;
  for (const IntegratorKind& kind : integrator_kinds()) {
    if (kind.name == name) return kind;
    names.emplace_back(kind.name);
  }
  throw Error(ErrorKind::bad_value, fmt::format("no integrator is called '{}'", name),
              did_you_mean(name, names, fmt::format("known are {}", fmt::join(names, ", "))));
}

std::vector<Move> trajectory_moves(const std::vector<Level>& levels, double tau) {
  Moves moves(levels.size());
  integrate(levels, 0, tau, moves);
  return moves.finish();
}

}  // namespace glueball
