#include "measure/flowed_observables.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/read_number.hpp"
#include "measure/blocked_correlators.hpp"
#include "measure/clover.hpp"
#include "measure/jackknife.hpp"
#include "measure/line_correlators.hpp"

namespace glueball {
namespace {

using Absent = ObservableParameter::Absent;
const std::vector<ObservableParameter> kFlowed{{"field", "FIELD", Absent::nothing},
                                               {"time", "TIME", Absent::nothing}};
const std::vector<ObservableParameter> kBlocked{{"side", "N", Absent::refused}, kFlowed[0], kFlowed[1]};

/// The discretization of the field strength, and the flow time of the links: "[FIELD][:TIME]".
struct FlowedField {
  FlowedField(const std::string& name, const std::string& parameters) {
    const std::size_t colon = parameters.rfind(':');
    const std::string last = parameters.substr(colon == std::string::npos ? 0 : colon + 1);
    const bool timed = read_number(last, time);
    if (timed) time = flow_time(name, last);
    const std::string field = !timed                       ? parameters
                              : colon == std::string::npos ? ""
                                                           : parameters.substr(0, colon);
    if (!field.empty()) kind = field_strength_of(field);
  }

  /// Returns the ghost layers for the largest loop, in links, and for the flow.
  int layers() const {
    return std::max(glueball::layers(kind), time > 0 ? GradientFlow::layers(kWilsonFlow) : 0);
  }
  const RowProducts& products(Measurement& m) const { return m.field_products(kind, time); }

  FieldStrength kind = FieldStrength::clover;
  double time = 0;
};

Quantity one(std::string key, double value) { return {std::move(key), {}, {value}}; }

struct OfFlowedField : Observable {
  OfFlowedField(const std::string& name, const std::string& parameters) : field(name, parameters) {}
  int layers() const override { return field.layers(); }
  FlowedField field;
};

/// Topological charge and action density.
struct ChargeObservable : OfFlowedField {
  using OfFlowedField::OfFlowedField;
  std::vector<Quantity> measure(Measurement& m) const override {
    const auto d = CloverMeasurement(m.lattice, field.kind).measure(m.flowed(field.time));
    return {one("charge", d.charge), one("energy", d.energy()), one("energy_plaquette", d.plaquette)};
  }
};

/// A number for each time slice. The mean of the energies is `energy`, the sum of the charges is `charge`.
struct SlicesObservable : OfFlowedField {
  using OfFlowedField::OfFlowedField;
  std::vector<Quantity> measure(Measurement& m) const override {
    const RowProducts& rows = field.products(m);
    const Site& e = rows.extents();
    const std::vector<std::size_t> shape = {std::size_t(e[3])};
    Quantity energy{"energy_slices", shape, {}}, charge{"charge_slices", shape, {}},
        third{"weinberg_slices", shape, {}};
    for (int t = 0; t < e[3]; ++t) {
      const ProductsOfField slice = rows.slice(t);
      energy.values.push_back(slice[std::size_t(FieldProduct::energy)]);
      charge.values.push_back(slice[std::size_t(FieldProduct::charge)] * e[0] * e[1] * e[2]);
      third.values.push_back(weinberg(slice));
    }
    return {energy, charge, third};
  }
};

struct EnergyMomentumObservable : OfFlowedField {
  using OfFlowedField::OfFlowedField;
  std::vector<Quantity> measure(Measurement& m) const override {
    const ProductsOfField mean = field.products(m).average();
    return {{"energy_momentum", {10}, {mean.begin(), mean.begin() + 10}},
            one("energy_momentum_trace", mean[std::size_t(FieldProduct::energy)])};
  }
};

/// "[FIELD][:TIME][:pN]": correlators at momentum 2 pi N / L_z along z.
struct TensorCorrelatorObservable : OfFlowedField {
  TensorCorrelatorObservable(const std::string& parameters, int n)
      : OfFlowedField("tensor_correlator", parameters), momentum(n) {}

  std::vector<Quantity> measure(Measurement& m) const override {
    const RowProducts& rows = field.products(m);
    if (const int z = rows.extents()[2]; momentum > z / 2)
      throw Error(
          ErrorKind::bad_value,
          "tensor_correlator: p" + std::to_string(momentum) + " on " + std::to_string(z) + " sites along z",
          "give p0 to p" + std::to_string(z / 2));
    const TensorCorrelators c = tensor_correlators(rows, momentum);
    const std::vector<std::size_t> shape = {c.shear.size()};
    std::vector<Quantity> all = {{"tensor_shear", shape, c.shear}, {"tensor_bulk", shape, c.bulk}};
    all.push_back(one("tensor_energy", rows.average()[std::size_t(FieldProduct::energy)]));
    return all;
  }
  std::vector<Quantity> expected(const Geometry&) const override {
    return {{"tensor_shear", {kAnyExtent}, {}}, {"tensor_bulk", {kAnyExtent}, {}}, {"tensor_energy", {}, {}}};
  }
  /// Adds the connected part of the bulk correlator. Its disconnected part is nonzero only at zero momentum.
  std::vector<Summary> summarize(const Geometry& g, std::span<const std::vector<Quantity>> ensemble,
                                 std::size_t bin) const override {
    auto all = Observable::summarize(g, ensemble, bin);
    if (momentum != 0) return all;
    const Site e = g.whole_extents();
    const double space = double(e[0]) * e[1] * e[2];
    Summary connected{"tensor_bulk_connected", ensemble.front()[1].shape, {}, false, true};
    for (std::size_t dt = 0; dt < ensemble.front()[1].values.size(); ++dt) {
      std::vector<std::vector<double>> samples;
      for (const auto& quantities : ensemble)
        samples.push_back({quantities[1].values.at(dt), quantities[2].values.at(0)});
      connected.estimates.push_back(estimate(
          samples, [=](std::span<const double> x) { return x[0] - space * x[1] * x[1]; }, bin));
    }
    all.push_back(std::move(connected));
    return all;
  }
  bool has_graph() const override { return true; }
  Graph graph(const Geometry& g, std::span<const std::vector<Quantity>> ensemble,
              std::size_t bin) const override {
    Graph picture{"Correlators of the energy-momentum tensor", "t / a", "C(t)", {}, true};
    for (const Summary& s : summarize(g, ensemble, bin))
      if (s.key == "tensor_shear" || s.key == (momentum == 0 ? "tensor_bulk_connected" : "tensor_bulk"))
        picture.curves.push_back(above_errors(s.key, s.estimates, 0));
    return picture;
  }

  int momentum;
};

struct WeinbergObservable : OfFlowedField {
  using OfFlowedField::OfFlowedField;
  std::vector<Quantity> measure(Measurement& m) const override {
    const ProductsOfField mean = field.products(m).average();
    return {one("weinberg", weinberg(mean)), one("weinberg_x", weinberg(mean, 0))};
  }
};

/// The lines go around the lattice in time, which must not be split in this direction.
struct LineCorrelatorObservable : OfFlowedField {
  using OfFlowedField::OfFlowedField;
  int layers() const override { return 0; }
  std::vector<Quantity> measure(Measurement& m) const override {
    const LineCorrelators c = line_correlators(m.lattice, m.flowed(field.time), field.kind, m.sums);
    const std::vector<std::size_t> shape = {c.electric.size()};
    return {one("line_polyakov", c.polyakov),
            {"colour_electric", shape, c.electric},
            {"colour_magnetic", shape, c.magnetic},
            {"colour_electric_corners", shape, c.corners}};
  }
  std::vector<Quantity> expected(const Geometry&) const override {
    return {{"line_polyakov", {}, {}},
            {"colour_electric", {kAnyExtent}, {}},
            {"colour_magnetic", {kAnyExtent}, {}},
            {"colour_electric_corners", {kAnyExtent}, {}}};
  }
  /// Adds both correlators divided by the ensemble's mean loop.
  std::vector<Summary> summarize(const Geometry& g, std::span<const std::vector<Quantity>> ensemble,
                                 std::size_t bin) const override {
    auto all = Observable::summarize(g, ensemble, bin);
    for (std::size_t q = 1; q < ensemble.front().size(); ++q) all.push_back(ratios(ensemble, q, 0, bin));
    return all;
  }
  bool has_graph() const override { return true; }
  Graph graph(const Geometry&, std::span<const std::vector<Quantity>> ensemble,
              std::size_t bin) const override {
    Graph picture{"Colour-electric and -magnetic correlators", "t / a", "G(t)", {}, true};
    for (std::size_t q = 1; q < ensemble.front().size(); ++q) {
      const Summary s = ratios(ensemble, q, 0, bin);
      picture.curves.push_back(above_errors(ensemble.front()[q].key, s.estimates, 1));
    }
    return picture;
  }
};

/// "N[:FIELD][:TIME]": correlators of blocks of N^3 sites, of the charge or the energy-momentum tensor.
struct BlockedObservable : OfFlowedField {
  BlockedObservable(const std::string& observable, const std::string& parameters)
      : OfFlowedField(observable,
                      parameters.substr(std::min(parameters.find(':'), parameters.size() - 1) + 1)),
        name(observable) {
    const std::string word = parameters.substr(0, parameters.find(':'));
    if (!read_number(word, n) || n < 1 || n > 1000)
      throw Error(ErrorKind::bad_value, name + ": '" + word + "' is no number of sites",
                  "give the side of a block, for example " + name + ":4");
  }

  std::vector<Quantity> measure(Measurement& m) const override {
    const BlockedCorrelators c =
        blocked_correlators(blocked_products(m.lattice, m.flowed(field.time), field.kind, n));
    const std::vector<std::size_t> list = {c.r2.size()}, shape = {c.charge.size() / c.r2.size(), c.r2.size()};
    std::vector<Quantity> all = {{name + "_r2", list, {c.r2.begin(), c.r2.end()}, true},
                                 {name + "_vectors", list, {c.vectors.begin(), c.vectors.end()}, true}};
    if (name == "blocked_charge") {
      all.push_back({name, shape, c.charge});
    } else {
      all.push_back({name + "_shear", shape, c.shear});
      all.push_back({name + "_bulk", shape, c.bulk});
    }
    return all;
  }

  std::string name;
  int n = 0;
};

template <class T>
ObservableKind flowed(const std::string& name, std::string help) {
  return {name, std::move(help), kFlowed, [name](const std::string& p) -> std::unique_ptr<Observable> {
            return std::make_unique<T>(name, p);
          }};
}

std::unique_ptr<Observable> tensor_correlator(const std::string& parameters) {
  std::string rest = parameters;
  const std::size_t colon = parameters.rfind(':');
  const std::string last = parameters.substr(colon == std::string::npos ? 0 : colon + 1);
  int momentum = 0;
  if (last.size() > 1 && last[0] == 'p') {
    if (!read_number(last.substr(1), momentum) || momentum < 0 || momentum > 1000)
      throw Error(ErrorKind::bad_value, "tensor_correlator: '" + last + "' is no momentum",
                  "give p0, p1, ...: a momentum of 2 pi N / L_z");
    rest = colon == std::string::npos ? "" : parameters.substr(0, colon);
  }
  return std::make_unique<TensorCorrelatorObservable>(rest, momentum);
}

}  // namespace

double flow_time(const std::string& observable, const std::string& word) {
  constexpr double kLongest = 1000;
  double time = 0;
  if (!read_number(word, time))
    throw Error(ErrorKind::bad_value, observable + ": '" + word + "' is no flow time",
                "for example " + observable + ":0.5");
  if (!(time > 0) || !(time <= kLongest))
    throw Error(ErrorKind::bad_value, observable + ": a flow time of " + word,
                "give one above 0 and up to " + std::to_string(int(kLongest)));
  return time;
}

ObservableKind charge_observable() {
  return flowed<ChargeObservable>("charge",
                                  "topological charge and action density a site, by field strength and by "
                                  "plaquettes; after Wilson flow to TIME where it is given");
}

ObservableKind slices_observable() {
  return flowed<SlicesObservable>("slices",
                                  "action density, charge and Weinberg's operator of each time slice");
}

ObservableKind energy_momentum_observable() {
  return flowed<EnergyMomentumObservable>(
      "energy_momentum",
      "traceless part of the energy-momentum tensor, xx yy zz tt xy xz xt yz yt zt, and its trace's E");
}

ObservableKind tensor_correlator_observable() {
  return {"tensor_correlator",
          "correlators in time of the energy-momentum tensor, shear and bulk, at momentum 2 pi N / L_z",
          {kFlowed[0], kFlowed[1], {"momentum", "N", Absent::nothing, ":p"}},
          tensor_correlator};
}

ObservableKind blocked_charge_observable() {
  return {"blocked_charge",
          "correlators of the charge density averaged over blocks of N^3 sites, by time (rows) and squared "
          "distance",
          kBlocked,
          [](const std::string& p) { return std::make_unique<BlockedObservable>("blocked_charge", p); }};
}

ObservableKind blocked_tensor_observable() {
  return {"blocked_tensor", "the same of the energy-momentum tensor, shear and bulk", kBlocked,
          [](const std::string& p) { return std::make_unique<BlockedObservable>("blocked_tensor", p); }};
}

ObservableKind line_correlator_observable() {
  return flowed<LineCorrelatorObservable>(
      "colour_electric",
      "correlators of colour-electric and -magnetic fields on Polyakov loops, dt = 1 ... N_t / 2; over files "
      "divided by the loop");
}

ObservableKind weinberg_observable() {
  return flowed<WeinbergObservable>(
      "weinberg", "Weinberg's operator a site, the mean of its four axes and that of axis x");
}

}  // namespace glueball
