// What a heatbath run says of itself: a line a step, a summary.
#pragma once

#include <string>
#include <vector>

#include "reference/plaquette.hpp"

namespace glueball::app {

/// What was measured after a step.
struct HeatbathMeasurement {
  int step = 0;
  reference::Plaquettes plaquette;
  double unitarity_deviation = 0;
  double seconds = 0;  ///< a step, since the last measurement
};

class HeatbathReport {
 public:
  /// Steps before `first_counted` stay out of averages.
  HeatbathReport(double beta, int measure_interval, int first_counted)
      : beta_(beta), interval_(measure_interval), first_counted_(first_counted) {}

  void add(const HeatbathMeasurement& m);
  /// Takes over a line of the history of the run that is resumed; others than of steps are passed over.
  void add_history(const std::string& line);

  /// The line of --json.
  std::string json_line(const HeatbathMeasurement& m) const;
  /// The line of history.jsonl, physics and diagnostics apart.
  std::string history_line(const HeatbathMeasurement& m) const;
  /// A few words for the progress line.
  std::string note(const HeatbathMeasurement& m) const;

  std::string summary_json(double seconds) const;
  std::string summary_text(double seconds) const;

 private:
  double beta_;
  int interval_, first_counted_;
  std::vector<double> plaquette_, spatial_, temporal_;
  double deviation_ = 0;
};

}  // namespace glueball::app
