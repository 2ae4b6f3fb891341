#include "hmc_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace glueball::app {

void HmcChain::advance(int step) {
  last_ = hmc_.run(step);
  if (!std::isfinite(last_.delta_h) || !std::isfinite(last_.plaquette))
    throw Error(Status::not_converged, fmt::format("trajectory {}: dH is not finite", step),
                "raise --steps or lower --tau, and run 'glueball doctor' if that does not help");
}

StepRecord HmcChain::record() {
  const Trajectory& t = last_;
  return {{{"beta", parameters_.beta}, {"plaquette", t.plaquette}, {"delta_h", t.delta_h}, {"accepted", t.accepted}},
          {{"acceptance", double(accepted_ + t.accepted) / (all_ + 1)},
           {"cg_iterations", t.cg_iterations},
           {"unitarity_deviation", t.unitarity_deviation}}};
}

std::string HmcChain::parameters() const {
  return fmt::format("beta = {:.10g}, kappa = {:.10g}\n", parameters_.beta, parameters_.kappa);
}

void HmcChain::count(int step, const StepRecord& record) {
  const bool accepted = record.physics.at("accepted").get<bool>();
  ++all_;
  accepted_ += accepted;
  cg_iterations_ += record.diagnostics.at("cg_iterations").get<int>();
  if (step < first_counted_) return;
  counted_accepted_ += accepted;
  plaquette_.push_back(record.physics.at("plaquette").get<double>());
  boltzmann_.push_back(std::exp(-record.physics.at("delta_h").get<double>()));
}

std::string HmcChain::note() const {
  return fmt::format("plaquette {:.6f}  dH {:+.4f} {}  acceptance {:.0f}%  CG {}", last_.plaquette, last_.delta_h,
                     last_.accepted ? "accepted" : "rejected", 100 * acceptance(), last_.cg_iterations);
}

void HmcChain::summarize(Json& summary) {
  const auto plaquette = gamma_method(plaquette_), boltzmann = gamma_method(boltzmann_);
  summary["plaquette"] = plaquette.mean;
  summary["plaquette_error"] = plaquette.error;
  summary["plaquette_tau_int"] = plaquette.tau_int;
  summary["plaquette_tau_int_error"] = plaquette.tau_int_error;
  summary["acceptance"] = plaquette_.empty() ? 0 : double(counted_accepted_) / double(plaquette_.size());
  summary["exp_minus_delta_h"] = boltzmann.mean;
  summary["exp_minus_delta_h_error"] = boltzmann.error;
  summary["cg_iterations"] = cg_iterations_;
  summary["profiled_trajectories"] = hmc_.profiled();
  for (const auto& [name, time] : hmc_.times())
    summary["kernels"][name] = {{"calls", time.calls}, {"seconds", time.seconds}};
}

std::string HmcChain::rows_before() const { return summary_row("plaquette", gamma_method(plaquette_), "trajectories"); }

std::string HmcChain::rows_after() {
  const auto boltzmann = gamma_method(boltzmann_);
  return fmt::format("{:<24} {:>12.3f}  ({} of {})\n", "acceptance",
                     double(counted_accepted_) / double(plaquette_.size()), counted_accepted_, plaquette_.size()) +
         fmt::format("{:<24} {:>12.4f} +- {:.4f}  (1 is expected)\n", "<exp(-dH)>", boltzmann.mean, boltzmann.error) +
         fmt::format("{:<24} {:>12} iterations, {:.0f} a trajectory\n", "CG", cg_iterations_,
                     double(cg_iterations_) / all_) +
         kernel_times();
}

std::string HmcChain::kernel_times() {
  const auto& times = hmc_.times();
  std::vector<std::pair<std::string, gpu::KernelTime>> rows(times.begin(), times.end());
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.second.seconds > b.second.seconds; });
  double total = 0;
  for (const auto& row : rows) total += row.second.seconds;
  if (total <= 0) return {};
  std::string text = fmt::format("\ntime by kernel in {} of {} trajectories\n", hmc_.profiled(), all_);
  text += fmt::format("{:<28} {:>10} {:>10} {:>7}\n", "kernel", "calls", "seconds", "share");
  for (const auto& [name, time] : rows)
    text +=
        fmt::format("{:<28} {:>10} {:>10.3f} {:>6.1f}%\n", name, time.calls, time.seconds, 100 * time.seconds / total);
  return text + fmt::format("{:<28} {:>10} {:>10.3f}\n", "all kernels", "", total);
}

}  // namespace glueball::app
