#include "run/hdf5_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace glueball {
namespace {

io::Hdf5Column whole(const std::string& name, std::int64_t value) { return {name, value}; }
io::Hdf5Column real(const std::string& name, double value) { return {name, value}; }

void put_trajectory(Hdf5Row& row, const TrajectoryRecord& t) {
  row.push_back(real("plaquette", t.plaquette));
  row.push_back(real("delta_h", t.delta_h));
  row.push_back(whole("accepted", t.accepted ? 1 : 0));
  row.push_back(real("acceptance", t.acceptance));
  row.push_back(whole("cg_iterations", t.cg_iterations));
  if (t.steps) row.push_back(whole("steps", *t.steps));
  for (std::size_t n = 0; n < t.monomials.size(); ++n) {
    const MonomialDiagnostics& m = t.monomials[n];
    const std::string stem = "monomial" + std::to_string(n);
    const std::vector<io::Hdf5Attribute> which = {{"monomial", m.name}, {"level", std::int64_t(m.level)}};
    row.push_back({stem + "_cg_iterations", std::int64_t(m.cg_iterations), {}, which});
    if (m.force) row.push_back({stem + "_force", *m.force, {}, which});
    if (m.filtered) row.push_back({stem + "_filtered", std::int64_t(*m.filtered), {}, which});
  }
  if (t.reversibility) {
    row.push_back(real("reversibility_delta_h", t.reversibility->delta_h));
    row.push_back(real("reversibility_links", t.reversibility->links));
  }
  if (t.topology) {
    row.push_back(whole("refracted", t.topology->refracted));
    row.push_back(whole("reflected", t.topology->reflected));
    row.push_back(whole("index", t.topology->index));
  }
}

}  // namespace

io::Hdf5Column hdf5_column(const std::string& name, const std::vector<std::size_t>& shape,
                           const std::vector<double>& values) {
  if (shape.empty() && values.size() == 1) return real(name, values.front());
  return {name, values, shape};
}

Hdf5Row hdf5_row(const StepRecord& record) {
  Hdf5Row row{whole("step", record.step)};
  if (record.beta != 0) row.push_back(real("beta", record.beta));
  if (record.trajectory) put_trajectory(row, *record.trajectory);
  for (const RecordedValues& q : record.observables) row.push_back(hdf5_column(q.name, q.shape, q.values));
  row.push_back(real("unitarity_deviation", record.unitarity_deviation));
  row.push_back(real("seconds", record.seconds));
  return row;
}

Hdf5Row hdf5_row(const FlowRecord& r) {
  return {real("t", r.t),
          real("energy", r.density.energy()),
          real("t2e", r.t2e()),
          real("charge", r.density.charge),
          real("energy_plaquette", r.density.plaquette),
          real("energy_temporal", r.density.temporal),
          real("energy_spatial", r.density.spatial)};
}

Hdf5Row hdf5_scales(const FlowCurve& clover, const FlowCurve& plaquette) {
  const auto scale = [](const std::string& name, std::optional<double> value) {
    return real(name, value.value_or(std::numeric_limits<double>::quiet_NaN()));
  };
  return {scale("t0", clover.t0()), scale("w0", clover.w0()), scale("t0_plaquette", plaquette.t0()),
          scale("w0_plaquette", plaquette.w0())};
}

Hdf5Row hdf5_row(const FixedCopy& c) {
  return {whole("copy", c.copy),
          real("functional", c.functional),
          real("theta", c.theta),
          whole("iterations", c.iterations),
          real("seconds", c.seconds),
          real("gflops", c.gflops),
          whole("converged", c.converged ? 1 : 0),
          real("theta_residual", c.theta_residual)};
}

Hdf5Row hdf5_row(const SolveRecord& s) {
  const SolveResult& r = s.result;
  Hdf5Row row{whole("column", s.column)};
  if (s.label.spin) row.push_back(whole("spin", *s.label.spin));
  if (s.label.colour) row.push_back(whole("colour", *s.label.colour));
  row.insert(
      row.end(),
      {real("mass", s.mass), whole("iterations", r.iterations), whole("shared_iterations", r.shared),
       whole("restarts", r.restarts), real("residual", r.residual), real("residual_true", r.residual_full),
       real("seconds", r.seconds), real("gflops", r.seconds > 0 ? r.flops / r.seconds * 1e-9 : 0),
       real("solution_norm2", s.norm2), whole("block", r.block)});
  return row;
}

Hdf5Row hdf5_arrays(const Summary& s) {
  std::vector<double> means, errors, times;
  for (const SeriesEstimate& e : s.estimates) {
    means.push_back(e.mean);
    errors.push_back(e.error);
    times.push_back(e.tau_int);
  }
  Hdf5Row arrays{hdf5_column(s.key, s.shape, means)};
  if (s.fixed) return arrays;
  const bool reliable = std::ranges::all_of(s.estimates, [](const SeriesEstimate& e) { return e.reliable; });
  arrays.push_back(hdf5_column(s.key + "_error", s.shape, errors));
  arrays.push_back(hdf5_column(s.key + "_tau_int", s.shape, times));
  arrays.push_back(whole(s.key + "_reliable", reliable ? 1 : 0));
  return arrays;
}

std::vector<io::Hdf5Attribute> hdf5_attributes(const Provenance& p) {
  return {{"version", p.version},
          {"device", p.device},
          {"driver", p.driver},
          {"api", p.api},
          {"precision", p.precision},
          {"storage", p.storage},
          {"accumulator", p.accumulator},
          {"shaders", p.shaders},
          {"seed", std::uint64_t(p.seed)},
          {"time", p.time}};
}

}  // namespace glueball
