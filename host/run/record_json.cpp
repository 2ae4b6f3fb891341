#include "run/record_json.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "run/json_line.hpp"

namespace glueball {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json nested(std::span<const std::size_t> shape, std::span<const double> values) {
  if (shape.empty())
    return number(values.empty() ? std::numeric_limits<double>::quiet_NaN() : values.front());
  Json array = Json::array();
  const std::size_t part = values.size() / std::max<std::size_t>(shape.front(), 1);
  for (std::size_t n = 0; n < shape.front(); ++n)
    array.push_back(nested(shape.subspan(1), values.subspan(n * part, part)));
  return array;
}

void flatten(const Json& value, std::vector<double>& into) {
  if (value.is_number())
    into.push_back(value.get<double>());
  else if (value.is_null())
    into.push_back(std::numeric_limits<double>::quiet_NaN());
  else if (value.is_array())
    for (const Json& part : value) flatten(part, into);
}

Json physics_of(const StepRecord& r) {
  Json physics = {{"beta", r.beta}};
  if (r.trajectory) {
    physics["plaquette"] = r.trajectory->plaquette;
    physics["delta_h"] = r.trajectory->delta_h;
    physics["accepted"] = r.trajectory->accepted;
  }
  for (const RecordedValues& v : r.observables) physics[v.name] = shaped(v.shape, v.values);
  return physics;
}

Json diagnostics_of(const StepRecord& r) {
  Json diagnostics = Json::object();
  const auto& t = r.trajectory;
  if (t) diagnostics = {{"acceptance", t->acceptance}, {"cg_iterations", t->cg_iterations}};
  diagnostics["unitarity_deviation"] = r.unitarity_deviation;
  if (t && t->steps) diagnostics["steps"] = *t->steps;
  if (t) {
    for (const MonomialDiagnostics& m : t->monomials) {
      Json one = {{"name", m.name}, {"level", m.level}, {"cg_iterations", m.cg_iterations}};
      if (m.force) one["force"] = *m.force;
      if (m.filtered) one["filtered"] = *m.filtered;
      diagnostics["monomials"].push_back(std::move(one));
    }
    if (t->reversibility)
      diagnostics["reversibility"] = {{"delta_h", t->reversibility->delta_h},
                                      {"links", t->reversibility->links}};
    if (const auto& change = t->topology)
      diagnostics["topology"] = {{"index", change->index},
                                 {"crossings", change->crossings()},
                                 {"refracted", change->refracted},
                                 {"reflected", change->reflected}};
  }
  diagnostics["seconds"] = r.seconds;
  return diagnostics;
}

TrajectoryRecord trajectory_of(const Json& physics, const Json& diagnostics) {
  TrajectoryRecord t;
  t.plaquette = physics.at("plaquette").get<double>();
  t.delta_h = physics.at("delta_h").get<double>();
  t.accepted = physics.at("accepted").get<bool>();
  t.acceptance = diagnostics.at("acceptance").get<double>();
  t.cg_iterations = whole_of<int>(diagnostics.at("cg_iterations"));
  if (const auto steps = diagnostics.find("steps"); steps != diagnostics.end())
    t.steps = whole_of<int>(*steps);
  if (const auto monomials = diagnostics.find("monomials"); monomials != diagnostics.end())
    for (const Json& one : *monomials) {
      MonomialDiagnostics& m = t.monomials.emplace_back();
      m.name = one.at("name").get<std::string>();
      m.level = whole_of<int>(one.at("level"));
      m.cg_iterations = whole_of<int>(one.at("cg_iterations"));
      if (const auto force = one.find("force"); force != one.end())
        m.force = force->is_null() ? std::numeric_limits<double>::quiet_NaN() : force->get<double>();
      if (const auto filtered = one.find("filtered"); filtered != one.end())
        m.filtered = whole_of<std::size_t>(*filtered);
    }
  if (const auto back = diagnostics.find("reversibility"); back != diagnostics.end())
    t.reversibility = {.delta_h = back->at("delta_h").get<double>(),
                       .links = back->at("links").get<double>()};
  if (const auto change = diagnostics.find("topology"); change != diagnostics.end())
    t.topology = {.refracted = whole_of<int>(change->at("refracted")),
                  .reflected = whole_of<int>(change->at("reflected")),
                  .index = whole_of<int>(change->at("index"))};
  return t;
}

}  // namespace

Json shaped(const std::vector<std::size_t>& shape, std::span<const double> values) {
  return nested(shape, values);
}

std::string history_line(const StepRecord& r) {
  return json_line({{"step", r.step}, {"physics", physics_of(r)}, {"diagnostics", diagnostics_of(r)}});
}

std::string flat_line(const StepRecord& r) {
  Json flat = {{"step", r.step}};
  flat.update(physics_of(r));
  flat.update(diagnostics_of(r));
  return json_line(flat);
}

StepRecord record_of(const std::string& line, const std::vector<RecordedValues>& layout) {
  return record_of(Json::parse(line), layout);
}

StepRecord record_of(const Json& line, const std::vector<RecordedValues>& layout) {
  const Json &physics = line.at("physics"), &diagnostics = line.at("diagnostics");
  StepRecord r;
  r.step = whole_of<int>(line.at("step"));
  r.beta = physics.at("beta").get<double>();
  r.unitarity_deviation = diagnostics.at("unitarity_deviation").get<double>();
  if (physics.contains("delta_h")) r.trajectory = trajectory_of(physics, diagnostics);
  for (const RecordedValues& like : layout) {
    RecordedValues& v = r.observables.emplace_back(RecordedValues{like.name, like.shape, {}});
    flatten(physics.at(like.name), v.values);
  }
  return r;
}

Json quantities_record(const std::vector<std::vector<NamedQuantity>>& measured) {
  Json all = Json::array();
  for (const auto& of_one : measured) {
    Json& quantities = all.emplace_back(Json::array());
    for (const NamedQuantity& named : of_one) {
      const Quantity& q = named.quantity;
      Json values = Json::array();
      for (const double x : q.values) values.push_back(number(x));
      quantities.push_back({{"key", q.key},
                            {"shape", q.shape},
                            {"values", std::move(values)},
                            {"fixed", q.fixed},
                            {"origin", q.origin}});
    }
  }
  return all;
}

std::vector<std::vector<NamedQuantity>> quantities_of(const Json& record, const ObservableList& list,
                                                      const Geometry& geometry) {
  std::vector<std::vector<Quantity>> measured;
  for (std::size_t n = 0; n < list.size(); ++n) {
    auto& quantities = measured.emplace_back();
    for (const Json& one : record.at(n)) {
      Quantity& q = quantities.emplace_back();
      q.key = one.at("key").get<std::string>();
      q.shape = one.at("shape").get<std::vector<std::size_t>>();
      flatten(one.at("values"), q.values);
      std::size_t count = 1;
      for (const std::size_t extent : q.shape)
        if (__builtin_mul_overflow(count, extent, &count)) throw BadRecord(q.key + " has no such shape");
      if (count != q.values.size()) throw BadRecord(q.key + " has another number of values than its shape");
      q.fixed = one.at("fixed").get<bool>();
      q.origin = one.at("origin").get<std::string>();
    }
    if (!list.expects(n, quantities, geometry)) throw BadRecord(list.word(n) + " has other quantities");
  }
  return list.named(std::move(measured));
}

Site lattice_of(const Json& extents) try {
  return Geometry(extents.get<Site>()).whole_extents();
} catch (const Error& error) {
  throw BadRecord(error.message());
}

}  // namespace glueball
