#include "run/hmc_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace glueball {

namespace {

/// Returns the sum of all gauge monomials, which is linear in beta and beta c1, or nothing if there are none.
std::optional<GaugeCouplings> gauge_of(const HmcParameters& p) {
  std::optional<GaugeCouplings> sum;
  for (const Monomial& m : p.monomials) {
    if (action_kind(m.kind).quark) continue;
    const double beta = m.values.at("beta"), c1 = m.values.at("c1");
    if (!sum)
      sum = GaugeCouplings{.beta = beta, .c1 = c1};
    else if (const double both = sum->beta + beta; both > 0)
      sum = GaugeCouplings{.beta = both, .c1 = c1 + (sum->c1 - c1) * (sum->beta / both)};
  }
  return sum;
}

}  // namespace

HmcChain::HmcChain(gpu::Device& device, const LatticeOptions& options, const HmcParameters& parameters,
                   const Configuration& start, const HmcControl& control)
    : parameters_(parameters),
      control_(control),
      gauge_(gauge_of(parameters)),
      hmc_(device, options, parameters, start) {
  if (control.target_acceptance <= 0) return;
  int order = 4;  // order of the whole scheme: steps of inner levels shrink in proportion
  for (const Level& level : parameters.levels)
    order = std::min(order, integrator_kind(level.integrator).order);
  tuner_.emplace(parameters.levels.front().steps, control.target_acceptance, order);
}

void HmcChain::advance(int step) {
  if (tuner_) hmc_.set_steps(tuner_->steps());
  last_ = hmc_.run(step);
}

StepRecord HmcChain::record() {
  const Trajectory& t = last_;
  TrajectoryRecord r{.plaquette = t.plaquette,
                     .delta_h = t.delta_h,
                     .accepted = t.accepted,
                     .acceptance = double(accepted_ + t.accepted) / (all_ + 1),
                     .cg_iterations = t.cg_iterations,
                     .monomials = t.monomials,
                     .reversibility = t.reversibility,
                     .topology = t.topology};
  if (tuner_) r.steps = t.steps;
  return {.beta = gauge_ ? gauge_->beta : 0,
          .trajectory = std::move(r),
          .unitarity_deviation = t.unitarity_deviation};
}

std::string HmcChain::parameters() const {
  std::string text = gauge_ ? fmt::format("beta = {:.10g}, c1 = {:.10g}\n", gauge_->beta, gauge_->c1) : "";
  for (const Monomial& m : parameters_.monomials) {
    if (!action_kind(m.kind).quark) continue;
    text += m.kind + ":";
    for (const auto& [name, value] : m.values) text += fmt::format(" {} = {:.10g},", name, value);
    text.back() = '\n';
  }
  return text;
}

void HmcChain::count(const StepRecord& record) {
  const TrajectoryRecord& t = record.trajectory.value();
  // This always holds for a step made here. For a resumed run the tuner must have reached the same steps.
  if (tuner_ && t.steps.value_or(0) != tuner_->steps())
    throw Error(
        ErrorKind::bad_file,
        fmt::format("history.jsonl: trajectory {} had {} steps, but the earlier dH tune them to {}",
                    record.step, t.steps.value_or(0), tuner_->steps()),
        "the history is incomplete, or of another version: start a new run from the last configuration");
  ++all_;
  accepted_ += t.accepted;
  rejected_ = t.accepted ? 0 : rejected_ + 1;
  if (!t.accepted) rejected_delta_h_ = t.delta_h;
  rejected_in_a_row_ = std::max(rejected_in_a_row_, rejected_);
  cg_iterations_ += t.cg_iterations;
  if (t.reversibility) {
    if (!reversibility_) reversibility_.emplace();
    reversibility_->delta_h = std::max(reversibility_->delta_h, t.reversibility->delta_h);
    reversibility_->links = std::max(reversibility_->links, t.reversibility->links);
  }
  if (t.topology) {
    const bool first = !topology_;
    if (first) topology_.emplace();
    topology_->refracted += t.topology->refracted;
    topology_->reflected += t.topology->reflected;
    topology_->changed += !first && t.topology->index != topology_->index;
    topology_->index = t.topology->index;
  }
  if (record.step < control_.first_counted) {
    if (tuner_) tuner_->learn(t.delta_h);
    return;
  }
  counted_accepted_ += t.accepted;
  plaquette_.push_back(t.plaquette);
  boltzmann_.push_back(std::exp(-t.delta_h));
}

std::string HmcChain::warning(bool ended) const {
  constexpr int kMany = 10, kFewest = 3;
  const bool never = ended && accepted_ == 0 && all_ >= kFewest;
  if (rejected_in_a_row_ < kMany && !never) return {};
  // The start is not the reason once a chain has left its random links.
  const bool by_start = control_.hot && accepted_ == 0;
  return fmt::format("{} trajectories in a row were rejected, the last with dH {:+.3g}; {}, or {}",
                     rejected_in_a_row_, rejected_delta_h_,
                     tuner_ ? "begin the tuning with more steps" : "take more steps a trajectory",
                     by_start ? "start from a cold or thermalised configuration" : "shorter trajectories");
}

HmcSummary HmcChain::summary() const {
  return {.plaquette = gamma_method(plaquette_),
          .exp_minus_delta_h = gamma_method(boltzmann_),
          .trajectories = plaquette_.size(),
          .accepted = counted_accepted_,
          .all = all_,
          .rejected_in_a_row = rejected_in_a_row_,
          .cg_iterations = cg_iterations_,
          .steps = tuner_ ? std::optional(tuner_->steps()) : std::nullopt,
          .expected = tuner_ ? tuner_->expected() : std::nullopt,
          .reversibility = reversibility_,
          .topology = topology_};
}

}  // namespace glueball
