#include "measure_report.hpp"

#include <fmt/format.h>

namespace glueball::app {

using Json = nlohmann::ordered_json;

namespace {

/// Lines of `cells`, a row of the shape each, below the key.
std::string table(const std::string& key, const std::vector<std::size_t>& shape, const std::vector<std::string>& cells) {
  const std::size_t columns = shape.size() == 2 ? shape[1] : shape.empty() ? 1 : std::min<std::size_t>(shape[0], 4);
  std::string text;
  for (std::size_t n = 0; n < cells.size(); ++n) {
    if (n % columns == 0) text += fmt::format("{}{:<24}", n == 0 ? "" : "\n", n == 0 ? key : "");
    text += "  " + cells[n];
  }
  return text + "\n";
}

}  // namespace

Json shaped(const std::vector<std::size_t>& shape, const std::vector<double>& values) {
  if (shape.empty()) return values.front();
  if (shape.size() == 1) return values;
  Json rows = Json::array();
  for (std::size_t r = 0; r < shape[0]; ++r)
    rows.push_back(std::vector<double>(values.begin() + std::ptrdiff_t(r * shape[1]),
                                       values.begin() + std::ptrdiff_t((r + 1) * shape[1])));
  return rows;
}

std::string measure_json(const std::string& file, const Geometry& geometry, std::span<const Quantity> quantities) {
  Json object = {{"file", file}, {"lattice", geometry.extents()}};
  for (const Quantity& q : quantities)
    if (!object.contains(q.key)) object[q.key] = shaped(q.shape, q.values);
  return object.dump();
}

std::string measure_text(const std::string& file, const Geometry& geometry, std::span<const Quantity> quantities) {
  std::string text = fmt::format("{}  {}\n", file, geometry.to_string());
  for (const Quantity& q : quantities) {
    std::vector<std::string> cells;
    for (const double value : q.values) cells.push_back(q.fixed ? fmt::format("{:>13}", value) : fmt::format("{:>13.9f}", value));
    text += table(q.key, q.shape, cells);
  }
  return text;
}

std::string summary_json(std::size_t files, std::span<const Summary> summaries) {
  Json object = {{"files", files}};
  for (const Summary& s : summaries) {
    if (object.contains(s.key)) continue;
    if (s.fixed) {
      object[s.key] = shaped(s.shape, s.means);
      continue;
    }
    object[s.key] = {{"mean", shaped(s.shape, s.means)}, {"error", shaped(s.shape, s.errors)}};
    if (!s.tau_int.empty()) object[s.key]["tau_int"] = shaped(s.shape, s.tau_int);
  }
  return Json{{"summary", object}}.dump();
}

std::string summary_text(std::size_t files, std::span<const Summary> summaries) {
  std::string text = fmt::format("mean of {} configurations\n", files);
  for (const Summary& s : summaries) {
    std::vector<std::string> cells;
    for (std::size_t n = 0; n < s.means.size(); ++n) {
      if (s.fixed) {
        cells.push_back(fmt::format("{:>13}", s.means[n]));
        continue;
      }
      cells.push_back(fmt::format("{:>13.9f} +- {:.9f}", s.means[n], s.errors[n]));
      if (!s.tau_int.empty() && s.shape.empty()) cells.back() += fmt::format("  (tau_int {:.2f} configurations)", s.tau_int[n]);
    }
    text += table(s.key, s.shape, cells);
  }
  return text;
}

}  // namespace glueball::app
