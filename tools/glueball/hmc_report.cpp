#include "hmc_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/measure_report.hpp"
#include "by_time.hpp"

namespace glueball::app {
namespace {

std::string kernel_times(Hmc& hmc) {
  const auto rows = by_time(hmc.times());
  double total = 0;
  for (const auto& row : rows) total += row.second.seconds;
  if (total <= 0) return {};
  std::string text = fmt::format("\ntime by kernel in {} of {} trajectories\n", hmc.profiled(), hmc.runs());
  text += fmt::format("{:<28} {:>10} {:>10} {:>7}\n", "kernel", "calls", "seconds", "share");
  for (const auto& [name, time] : rows)
    text += fmt::format("{:<28} {:>10} {:>10.3f} {:>6.1f}%\n", name, time.calls, time.seconds,
                        100 * time.seconds / total);
  return text + fmt::format("{:<28} {:>10} {:>10.3f}\n", "all kernels", "", total);
}

/// Writes the acceptance expected of tuned steps. It is more precise than that of few trajectories, and steps
/// are whole numbers.
std::string worth(const HmcSummary& s) {
  return s.expected ? fmt::format("; an acceptance of {:.2f} +- {:.2f} was expected of them",
                                  s.expected->value, s.expected->error)
                    : "";
}

}  // namespace

std::string hmc_note(const StepRecord& last) {
  const TrajectoryRecord& t = last.trajectory.value();
  return fmt::format("plaquette {:.6f}  dH {:+.4f} {}  acceptance {:.0f}%  CG {}", t.plaquette, t.delta_h,
                     t.accepted ? "accepted" : "rejected", 100 * t.acceptance, t.cg_iterations) +
         (t.topology ? fmt::format("  index {}", t.topology->index) : "");
}

void put_hmc_summary(nlohmann::ordered_json& summary, HmcChain& chain) {
  const HmcSummary s = chain.summary();
  put_estimate(summary, {"plaquette", {}, {s.plaquette}});
  summary["acceptance"] = s.acceptance();
  summary["rejected_in_a_row"] = s.rejected_in_a_row;
  put_estimate(summary, {"exp_minus_delta_h", {}, {s.exp_minus_delta_h}});
  summary["cg_iterations"] = s.cg_iterations;
  summary["energies"] = chain.hmc().energies_on_device() ? "device" : "host";
  if (s.steps) summary["steps"] = *s.steps;
  if (s.expected)
    summary["expected_acceptance"] = {{"value", s.expected->value}, {"error", s.expected->error}};
  if (s.reversibility)
    summary["reversibility"] = {{"delta_h", s.reversibility->delta_h}, {"links", s.reversibility->links}};
  if (s.topology)
    summary["topology"] = {{"index", s.topology->index},
                           {"changed", s.topology->changed},
                           {"refracted", s.topology->refracted},
                           {"reflected", s.topology->reflected}};
  summary["profiled_trajectories"] = chain.hmc().profiled();
  for (const auto& [name, time] : chain.hmc().times())
    summary["kernels"][name] = {{"calls", time.calls}, {"seconds", time.seconds}};
}

std::string hmc_rows_before(const HmcChain& chain) {
  return summary_row("plaquette", chain.summary().plaquette, "trajectories");
}

std::string hmc_rows_after(HmcChain& chain) {
  const HmcSummary s = chain.summary();
  return fmt::format("{:<24} {:>12.3f}  ({} of {})\n", "acceptance", s.acceptance(), s.accepted,
                     s.trajectories) +
         (chain.warning(true).empty() ? ""
                                      : fmt::format("{:<24} {:>12} trajectories in a row, at most\n",
                                                    "rejected", s.rejected_in_a_row)) +
         fmt::format("{:<24} {}  (1 is expected{})\n", "<exp(-dH)>",
                     value_and_error(s.exp_minus_delta_h, 12, 4),
                     s.exp_minus_delta_h.reliable ? "" : "; too few") +
         fmt::format("{:<24} {:>12} iterations, {:.0f} a trajectory\n", "CG", s.cg_iterations,
                     double(s.cg_iterations) / s.all) +
         (s.steps ? fmt::format("{:<24} {:>12} of level 0, tuned{}\n", "steps", *s.steps, worth(s)) : "") +
         (s.reversibility ? fmt::format("{:<24} {:>12.1e} in dH, {:.1e} in a link, at most\n",
                                        "reversibility", s.reversibility->delta_h, s.reversibility->links)
                          : "") +
         (s.topology
              ? fmt::format(
                    "{:<24} {:>12} after the last; {} of {} trajectories changed it; sector boundaries: {} "
                    "refracted, {} reflected\n",
                    "index", s.topology->index, s.topology->changed, s.all, s.topology->refracted,
                    s.topology->reflected)
              : "") +
         kernel_times(chain.hmc());
}

}  // namespace glueball::app
