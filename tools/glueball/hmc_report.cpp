#include "hmc_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/progress.hpp"

namespace glueball::app {

using Json = nlohmann::ordered_json;

void HmcReport::add(const Trajectory& t) {
  ++all_;
  accepted_ += t.accepted;
  cg_iterations_ += t.cg_iterations;
  if (t.step < first_counted_) return;
  counted_accepted_ += t.accepted;
  plaquette_.push_back(t.plaquette);
  boltzmann_.push_back(std::exp(-t.delta_h));
}

std::string HmcReport::json_line(const Trajectory& t) const {
  const Json object = {{"step", t.step},           {"beta", beta_},
                       {"plaquette", t.plaquette}, {"delta_h", t.delta_h},
                       {"accepted", t.accepted},   {"acceptance", acceptance()},
                       {"seconds", t.seconds},     {"cg_iterations", t.cg_iterations}};
  return object.dump();
}

std::string HmcReport::history_line(const Trajectory& t) const {
  const Json object = {
      {"step", t.step},
      {"physics",
       {{"beta", beta_}, {"plaquette", t.plaquette}, {"delta_h", t.delta_h}, {"accepted", t.accepted}}},
      {"diagnostics",
       {{"acceptance", acceptance()},
        {"cg_iterations", t.cg_iterations},
        {"seconds", t.seconds},
        {"unitarity_deviation", t.unitarity_deviation}}}};
  return object.dump();
}

std::string HmcReport::note(const Trajectory& t) const {
  return fmt::format("plaquette {:.6f}  dH {:+.4f} {}  acceptance {:.0f}%  CG {}", t.plaquette, t.delta_h,
                     t.accepted ? "accepted" : "rejected", 100 * acceptance(), t.cg_iterations);
}

std::string HmcReport::summary_json(const std::map<std::string, gpu::KernelTime>& times, int profiled,
                                    double seconds) const {
  const auto plaquette = gamma_method(plaquette_);
  const auto boltzmann = gamma_method(boltzmann_);
  Json kernels = Json::object();
  for (const auto& [name, time] : times) kernels[name] = {{"calls", time.calls}, {"seconds", time.seconds}};
  const Json summary = {
      {"trajectories", plaquette_.size()},
      {"plaquette", plaquette.mean},
      {"plaquette_error", plaquette.error},
      {"plaquette_tau_int", plaquette.tau_int},
      {"plaquette_tau_int_error", plaquette.tau_int_error},
      {"acceptance", plaquette_.empty() ? 0 : double(counted_accepted_) / double(plaquette_.size())},
      {"exp_minus_delta_h", boltzmann.mean},
      {"exp_minus_delta_h_error", boltzmann.error},
      {"cg_iterations", cg_iterations_},
      {"seconds", seconds},
      {"profiled_trajectories", profiled},
      {"kernels", kernels}};
  return Json{{"summary", summary}}.dump();
}

std::string HmcReport::summary_text(const std::map<std::string, gpu::KernelTime>& times, int profiled,
                                    double seconds) const {
  if (plaquette_.empty()) return fmt::format("no trajectory after thermalization; {}\n", duration(seconds));
  const auto plaquette = gamma_method(plaquette_);
  const auto boltzmann = gamma_method(boltzmann_);
  std::string text =
      fmt::format("{} trajectories counted of {}, {}\n", plaquette_.size(), all_, duration(seconds));
  text += fmt::format("plaquette     {:.7f} +- {:.7f}  (tau_int {:.2f} +- {:.2f} trajectories)\n",
                      plaquette.mean, plaquette.error, plaquette.tau_int, plaquette.tau_int_error);
  text +=
      fmt::format("acceptance    {:.3f}  ({} of {})\n", double(counted_accepted_) / double(plaquette_.size()),
                  counted_accepted_, plaquette_.size());
  text += fmt::format("<exp(-dH)>    {:.4f} +- {:.4f}  (1 is expected)\n", boltzmann.mean, boltzmann.error);
  text += fmt::format("CG            {} iterations, {:.0f} a trajectory\n", cg_iterations_,
                      double(cg_iterations_) / all_);

  std::vector<std::pair<std::string, gpu::KernelTime>> rows(times.begin(), times.end());
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.second.seconds > b.second.seconds; });
  double total = 0;
  for (const auto& row : rows) total += row.second.seconds;
  if (total <= 0) return text;
  text += fmt::format("\ntime by kernel in {} of {} trajectories\n", profiled, all_);
  text += fmt::format("{:<28} {:>10} {:>10} {:>7}\n", "kernel", "calls", "seconds", "share");
  for (const auto& [name, time] : rows) {
    text += fmt::format("{:<28} {:>10} {:>10.3f} {:>6.1f}%\n", name, time.calls, time.seconds,
                        100 * time.seconds / total);
  }
  return text + fmt::format("{:<28} {:>10} {:>10.3f}\n", "all kernels", "", total);
}

}  // namespace glueball::app
