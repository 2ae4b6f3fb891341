// What an HMC run prints and records.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "measure/statistics.hpp"
#include "update/hmc.hpp"

namespace glueball::app {

/// The series of a run, and the texts made of them.
class HmcReport {
 public:
  /// Trajectories before step `first_counted` are kept out of the averages.
  HmcReport(double beta, int first_counted) : beta_(beta), first_counted_(first_counted) {}

  void add(const Trajectory& t);

  /// Accepted over all trajectories so far.
  double acceptance() const { return all_ ? double(accepted_) / double(all_) : 0; }

  /// One JSON object with the keys step beta plaquette delta_h accepted acceptance seconds cg_iterations.
  std::string json_line(const Trajectory& t) const;
  /// The line of history.jsonl: physics and diagnostics apart.
  std::string history_line(const Trajectory& t) const;
  /// "plaquette 0.56342  dH +0.123 accepted  acceptance 83%  CG 412"
  std::string note(const Trajectory& t) const;

  /// The summary as a JSON object {"summary": ...}.
  std::string summary_json(const std::map<std::string, gpu::KernelTime>& times, int profiled, double seconds) const;
  /// The summary for people, with the table of kernel times.
  std::string summary_text(const std::map<std::string, gpu::KernelTime>& times, int profiled, double seconds) const;

 private:
  double beta_;
  int first_counted_;
  int all_ = 0;
  int accepted_ = 0;
  int counted_accepted_ = 0;
  long long cg_iterations_ = 0;
  std::vector<double> plaquette_;
  std::vector<double> boltzmann_;  ///< exp(-dH)
};

}  // namespace glueball::app
