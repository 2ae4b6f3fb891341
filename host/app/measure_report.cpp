#include "app/measure_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "run/json_line.hpp"
#include "run/record_json.hpp"

namespace glueball::app {

using Json = nlohmann::ordered_json;

namespace {

/// Returns the lines of `cells` below the key, one for each row of the shape.
std::string table(const std::string& key, const std::vector<std::size_t>& shape,
                  const std::vector<std::string>& cells) {
  const std::size_t columns = shape.size() == 2 ? shape[1]
                              : shape.empty()   ? 1
                                                : std::min<std::size_t>(shape[0], 4);
  std::string text;
  for (std::size_t n = 0; n < cells.size(); ++n) {
    if (n % columns == 0) text += fmt::format("{}{:<24}", n == 0 ? "" : "\n", n == 0 ? key : "");
    text += "  " + cells[n];
  }
  return text + "\n";
}

std::string table(const std::string& key, const std::vector<std::size_t>& shape,
                  const std::vector<double>& values, bool fixed) {
  std::vector<std::string> cells;
  for (const double x : values)
    cells.push_back(fixed ? fmt::format("{:>13}", x) : fmt::format("{:>13.9f}", x));
  return table(key, shape, cells);
}

Json column(const Summary& s, double SeriesEstimate::*member) {
  std::vector<double> values;
  for (const SeriesEstimate& e : s.estimates) values.push_back(e.*member);
  return shaped(s.shape, values);
}

bool reliable(const Summary& s) {
  return std::all_of(s.estimates.begin(), s.estimates.end(),
                     [](const SeriesEstimate& e) { return e.reliable; });
}

/// Returns true if the estimates have autocorrelation times. The jackknife gives none; a series too short for
/// an error gives none either, but its rows say so.
bool has_times(const Summary& s) {
  return std::any_of(s.estimates.begin(), s.estimates.end(), [](const SeriesEstimate& e) {
    return std::isfinite(e.tau_int) || !std::isfinite(e.error);
  });
}

/// Returns the quantity's name with the name of its n-th place, if places have names.
std::string place(const Summary& s, std::size_t n) {
  if (s.shape.empty()) return s.key;
  if (s.key == "polyakov") return s.key + (n == 0 ? " re" : " im");
  if (s.shape.size() == 1) return fmt::format("{} [{}]", s.key, n);
  return fmt::format("{} [{},{}]", s.key, n / s.shape[1], n % s.shape[1]);
}

}  // namespace

std::string measure_json(const std::string& file, const Geometry& geometry,
                         std::span<const NamedQuantity> quantities) {
  Json object = {{"file", file}, {"lattice", geometry.extents()}};
  object.update(quantities_json(quantities));
  return json_line(object);
}

Json quantities_json(std::span<const NamedQuantity> quantities) {
  Json object = Json::object();
  for (const NamedQuantity& q : quantities)
    if (!q.repeated) object[q.name] = shaped(q.quantity.shape, q.quantity.values);
  return object;
}

std::string quantities_text(std::span<const NamedQuantity> quantities) {
  std::string text;
  for (const NamedQuantity& q : quantities)
    if (!q.repeated) text += table(q.name, q.quantity.shape, q.quantity.values, q.quantity.fixed);
  return text;
}

std::string measure_text(const std::string& file, const Geometry& geometry,
                         std::span<const NamedQuantity> quantities) {
  return fmt::format("{}  {}\n{}", file, geometry.to_string(), quantities_text(quantities));
}

Json summary_object(std::size_t files, std::span<const Summary> summaries) {
  Json object = {{"files", files}};
  for (const Summary& s : summaries) put_estimate(object, s);
  return object;
}

std::string summary_json(std::size_t files, std::span<const Summary> summaries) {
  return json_line({{"summary", summary_object(files, summaries)}});
}

std::string summary_text(std::size_t files, std::span<const Summary> summaries) {
  std::string text = fmt::format("mean of {} configurations, one chain in this order\n", files);
  for (const Summary& s : summaries) {
    std::vector<double> values;
    for (const SeriesEstimate& e : s.estimates) values.push_back(e.mean);
    text += s.fixed ? table(s.key, s.shape, values, true) : summary_rows(s, "configurations", 9);
  }
  return text;
}

void put_estimate(Json& summary, const Summary& s) {
  summary[s.key] = column(s, &SeriesEstimate::mean);
  if (s.fixed) return;
  summary[s.key + "_error"] = column(s, &SeriesEstimate::error);
  if (has_times(s)) {
    summary[s.key + "_tau_int"] = column(s, &SeriesEstimate::tau_int);
    summary[s.key + "_tau_int_error"] = column(s, &SeriesEstimate::tau_int_error);
  }
  summary[s.key + "_reliable"] = reliable(s);
}

std::string value_and_error(const SeriesEstimate& e, int width, int digits) {
  const std::string unknown = "not determined";
  if (e.not_finite > 0)
    return fmt::format("{}: {} of {} values are not numbers", unknown, e.not_finite, e.values);
  if (!std::isfinite(e.mean)) return unknown;
  return fmt::format("{:>{}.{}f} +- ", e.mean, width, digits) +
         (std::isfinite(e.error) ? fmt::format("{:.{}f}", e.error, digits) : unknown);
}

std::string summary_row(const std::string& name, const SeriesEstimate& e, const std::string& unit, int digits,
                        bool with_window) {
  std::string text = fmt::format("{:<24} {}", name, value_and_error(e, digits + 5, digits));
  if (e.error == 0) return text + "  (the same every time)\n";
  if (!std::isfinite(e.tau_int))
    return text + (std::isfinite(e.error) && !e.reliable ? "  (too few, or bins too short)\n" : "\n");
  return text + fmt::format("  (tau_int {:.2f} +- {:.2f} {}{}{})\n", e.tau_int, e.tau_int_error, unit,
                            with_window ? fmt::format(", window {}", e.window) : "",
                            e.reliable ? "" : "; too few");
}

std::string summary_rows(const Summary& s, const std::string& unit, int digits, bool with_window) {
  std::string text;
  for (std::size_t n = 0; n < s.estimates.size(); ++n)
    text += summary_row(place(s, n), s.estimates[n], unit, digits, with_window);
  return text;
}

}  // namespace glueball::app
