#include "flow_file.hpp"

#include <nlohmann/json.hpp>

#include "run/json_line.hpp"
#include "run/record_json.hpp"

namespace glueball::app {

using FlowJson = nlohmann::ordered_json;

std::vector<NamedQuantity> FlowRow::quantities() const {
  std::vector<NamedQuantity> all;
  for (const auto& of_one : observed)
    for (const NamedQuantity& q : of_one)
      if (!q.repeated) all.push_back(q);
  return all;
}

FlowCurve FlowFile::clover() const {
  FlowCurve curve;
  for (const FlowRow& row : rows) curve.add(row.record.t, row.record.t2e());
  return curve;
}

FlowCurve FlowFile::plaquette() const {
  FlowCurve curve;
  for (const FlowRow& row : rows)
    curve.add(row.record.t, row.record.t * row.record.t * row.record.density.plaquette);
  return curve;
}

FlowJson FlowFile::record() const {
  FlowJson all = FlowJson::array();
  for (const FlowRow& row : rows) {
    const ActionDensity& d = row.record.density;
    FlowJson one = {{"t", row.record.t},
                    {"temporal", d.temporal},
                    {"spatial", d.spatial},
                    {"plaquette", d.plaquette},
                    {"charge", d.charge}};
    if (!row.observed.empty()) one["observables"] = quantities_record(row.observed);
    all.push_back(std::move(one));
  }
  return {{"lattice", lattice}, {"steps", steps}, {"rejected", rejected}, {"rows", std::move(all)}};
}

FlowFile FlowFile::of(const FlowJson& record, const std::optional<ObservableList>& observables,
                      std::size_t rows) {
  FlowFile file{.lattice = lattice_of(record.at("lattice")),
                .rows = {},
                .steps = whole_of<int>(record.at("steps")),
                .rejected = whole_of<int>(record.at("rejected"))};
  for (const FlowJson& one : record.at("rows")) {
    FlowRow& row = file.rows.emplace_back();
    row.record.t = one.at("t").get<double>();
    row.record.density = {.temporal = one.at("temporal").get<double>(),
                          .spatial = one.at("spatial").get<double>(),
                          .plaquette = one.at("plaquette").get<double>(),
                          .charge = one.at("charge").get<double>()};
    if (observables)
      row.observed = quantities_of(one.at("observables"), *observables, Geometry(file.lattice));
  }
  if (file.rows.size() != rows) throw BadRecord(std::to_string(file.rows.size()) + " rows");
  return file;
}

}  // namespace glueball::app
