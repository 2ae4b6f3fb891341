#include "hmc_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/measure_report.hpp"
#include "base/error.hpp"

namespace glueball::app {

namespace {

/// The gauge action that the gauge monomials are together, which is linear in beta and beta c1; none where
/// there are none.
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

HmcChain::HmcChain(gpu::Device& device, gpu::Storage storage, const HmcParameters& parameters,
                   const Configuration& start, const HmcControl& control)
    : parameters_(parameters),
      control_(control),
      gauge_(gauge_of(parameters)),
      hmc_(device, storage, parameters, start) {
  if (control.target_acceptance <= 0) return;
  int order = 4;  // of the whole: steps of inner levels shrink along
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
  StepRecord r{{{"beta", gauge_ ? gauge_->beta : 0},
                {"plaquette", t.plaquette},
                {"delta_h", t.delta_h},
                {"accepted", t.accepted}},
               {{"acceptance", double(accepted_ + t.accepted) / (all_ + 1)},
                {"cg_iterations", t.cg_iterations},
                {"unitarity_deviation", t.unitarity_deviation}}};
  if (tuner_) r.diagnostics["steps"] = t.steps;
  for (const auto& m : t.monomials) {
    Json one = {{"name", m.name}, {"level", m.level}, {"cg_iterations", m.cg_iterations}};
    if (m.force) one["force"] = *m.force;
    r.diagnostics["monomials"].push_back(std::move(one));
  }
  if (t.reversibility)
    r.diagnostics["reversibility"] = {{"delta_h", t.reversibility->delta_h},
                                      {"links", t.reversibility->links}};
  return r;
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

void HmcChain::count(int step, const StepRecord& record) {
  // Of a step that was made here it is so; of one that is resumed the tuner must have learned the same.
  if (const int steps = tuner_ ? record.diagnostics.at("steps").get<int>() : 0;
      tuner_ && steps != tuner_->steps())
    throw Error(
        ErrorKind::bad_file,
        fmt::format("history.jsonl: trajectory {} had {} steps, where the dH before it tune them to {}", step,
                    steps, tuner_->steps()),
        "the history is not whole, or of another version: start a new run from the last configuration");
  const bool accepted = record.physics.at("accepted").get<bool>();
  const double delta_h = record.physics.at("delta_h").get<double>();
  ++all_;
  accepted_ += accepted;
  cg_iterations_ += record.diagnostics.at("cg_iterations").get<int>();
  if (const auto back = record.diagnostics.find("reversibility"); back != record.diagnostics.end()) {
    if (!reversibility_) reversibility_.emplace();
    reversibility_->delta_h = std::max(reversibility_->delta_h, back->at("delta_h").get<double>());
    reversibility_->links = std::max(reversibility_->links, back->at("links").get<double>());
  }
  if (step < control_.first_counted) {
    if (tuner_) tuner_->learn(delta_h);
    return;
  }
  counted_accepted_ += accepted;
  plaquette_.push_back(record.physics.at("plaquette").get<double>());
  boltzmann_.push_back(std::exp(-delta_h));
}

std::string HmcChain::note() const {
  return fmt::format("plaquette {:.6f}  dH {:+.4f} {}  acceptance {:.0f}%  CG {}", last_.plaquette,
                     last_.delta_h, last_.accepted ? "accepted" : "rejected", 100 * acceptance(),
                     last_.cg_iterations);
}

void HmcChain::summarize(Json& summary) {
  put_estimate(summary, {"plaquette", {}, {gamma_method(plaquette_)}});
  summary["acceptance"] = plaquette_.empty() ? 0 : double(counted_accepted_) / double(plaquette_.size());
  put_estimate(summary, {"exp_minus_delta_h", {}, {gamma_method(boltzmann_)}});
  summary["cg_iterations"] = cg_iterations_;
  summary["energies"] = hmc_.energies_on_device() ? "device" : "host";
  if (tuner_) summary["steps"] = tuner_->steps();
  if (reversibility_)
    summary["reversibility"] = {{"delta_h", reversibility_->delta_h}, {"links", reversibility_->links}};
  summary["profiled_trajectories"] = hmc_.profiled();
  for (const auto& [name, time] : hmc_.times())
    summary["kernels"][name] = {{"calls", time.calls}, {"seconds", time.seconds}};
}

std::string HmcChain::rows_before() const {
  return summary_row("plaquette", gamma_method(plaquette_), "trajectories");
}

std::string HmcChain::rows_after() {
  const auto boltzmann = gamma_method(boltzmann_);
  return fmt::format("{:<24} {:>12.3f}  ({} of {})\n", "acceptance",
                     double(counted_accepted_) / double(plaquette_.size()), counted_accepted_,
                     plaquette_.size()) +
         fmt::format("{:<24} {}  (1 is expected{})\n", "<exp(-dH)>", value_and_error(boltzmann, 12, 4),
                     boltzmann.reliable ? "" : "; too few") +
         fmt::format("{:<24} {:>12} iterations, {:.0f} a trajectory\n", "CG", cg_iterations_,
                     double(cg_iterations_) / all_) +
         (tuner_ ? fmt::format("{:<24} {:>12} of level 0, tuned\n", "steps", tuner_->steps()) : "") +
         (reversibility_ ? fmt::format("{:<24} {:>12.1e} in dH, {:.1e} in a link, at most\n", "reversibility",
                                       reversibility_->delta_h, reversibility_->links)
                         : "") +
         kernel_times();
}

std::string HmcChain::kernel_times() {
  const auto& times = hmc_.times();
  std::vector<std::pair<std::string, gpu::KernelTime>> rows(times.begin(), times.end());
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.second.seconds > b.second.seconds; });
  double total = 0;
  for (const auto& row : rows) total += row.second.seconds;
  if (total <= 0) return {};
  std::string text = fmt::format("\ntime by kernel in {} of {} trajectories\n", hmc_.profiled(), all_);
  text += fmt::format("{:<28} {:>10} {:>10} {:>7}\n", "kernel", "calls", "seconds", "share");
  for (const auto& [name, time] : rows)
    text += fmt::format("{:<28} {:>10} {:>10.3f} {:>6.1f}%\n", name, time.calls, time.seconds,
                        100 * time.seconds / total);
  return text + fmt::format("{:<28} {:>10} {:>10.3f}\n", "all kernels", "", total);
}

}  // namespace glueball::app
