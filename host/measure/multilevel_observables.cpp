#include "measure/multilevel_observables.hpp"

#include <algorithm>
#include <sstream>

#include "measure/multilevel.hpp"
#include "measure/observable_words.hpp"

namespace glueball {
namespace {

/// Parses BETA[:THICKNESS[:MEASUREMENTS[:UPDATES]]].
MultilevelOptions multilevel_options(const std::string& name, const std::vector<std::string>& words,
                                     int thinnest) {
  if (words.empty())
    throw Error(ErrorKind::bad_value, name + ": updates need the coupling with which the links were made",
                "give it, for example " + name + ":6.0");
  MultilevelOptions o;
  o.beta = number_of(name, words, 0, "coupling", 0.0, o.beta);
  o.thickness = number_of(name, words, 1, "thickness", thinnest, o.thickness);
  o.measurements = number_of(name, words, 2, "number of measurements", 1, o.measurements);
  o.updates = number_of(name, words, 3, "number of updates", 1, o.updates);
  return o;
}

/// Returns the parameters of all of them, and those of one.
std::vector<ObservableParameter> multilevel_parameters(const std::vector<ObservableParameter>& more = {}) {
  std::vector<ObservableParameter> all{{"beta", "BETA", ObservableParameter::Absent::refused},
                                       {"thickness", "6"},
                                       {"measurements", "100"},
                                       {"updates", "1"}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

struct MultilevelObservable : Observable {
  explicit MultilevelObservable(const MultilevelOptions& o) : options(o) {}

  int layers() const override { return 1; }
  std::vector<Quantity> measure(Measurement& m) const override {
    check(m);
    return measure(m, options);
  }
  void take_memory(Measurement& m) const override {
    MultilevelOptions once = options;
    once.measurements = once.updates = 1;
    measure(m, once);
  }
  virtual std::vector<Quantity> measure(Measurement& m, const MultilevelOptions& o) const = 0;
  /// Throws Error(bad_value) if the lattice is too small. It is not called for the lattice of a NullDevice,
  /// which has another size.
  virtual void check(const Measurement& m) const = 0;
  /// The two ends of a correlator must be in different sublattices.
  void require_two(const std::string& name, const Measurement& m) const {
    const int extent = m.lattice.geometry().whole_extents()[3];
    if (options.frozen(extent).size() < 2)
      throw Error(ErrorKind::bad_value,
                  name + ": slices of " + std::to_string(options.thickness) + " leave one of " +
                      std::to_string(extent) + " in time",
                  "give a thickness below " + std::to_string(extent));
  }

  MultilevelOptions options;
};

struct PolyakovMultilevel : MultilevelObservable {
  explicit PolyakovMultilevel(const std::vector<std::string>& words)
      : MultilevelObservable(multilevel_options("polyakov_multilevel", words, 1)),
        longest(number_of("polyakov_multilevel", words, 4, "distance", 1, 0)) {
    no_more_words("polyakov_multilevel", words, 5);
  }

  using MultilevelObservable::measure;
  std::vector<Quantity> measure(Measurement& m, const MultilevelOptions& o) const override {
    const int most = farthest(m);
    const int r = longest > 0 ? std::min(longest, most) : std::max(1, (most + 1) / 2);
    const std::vector<std::size_t> shape{std::size_t(r)};
    Quantity distances{"polyakov_multilevel_r", shape, {}, true};
    for (int n = 1; n <= r; ++n) distances.values.push_back(n);
    return {distances,
            {"polyakov_multilevel", shape, multilevel_polyakov(m.lattice, m.u, m.sums, o, r, m.number)}};
  }
  std::vector<Quantity> expected(const Geometry&) const override {
    return {{"polyakov_multilevel_r", {kAnyExtent}, {}}, {"polyakov_multilevel", {kAnyExtent}, {}}};
  }

  bool has_graph() const override { return true; }
  Graph graph(const Geometry& g, std::span<const std::vector<Quantity>> ensemble,
              std::size_t bin) const override {
    const auto all = Observable::summarize(g, ensemble, bin);
    return {"Correlator of Polyakov loops, two levels of updates",
            "r / a",
            "C(r)",
            {above_errors("averaged", all[1].estimates, 1)},
            true};
  }
  /// Returns the largest distance: up to the shortest extent minus one all distances exist.
  static int farthest(const Measurement& m) {
    const Site& e = m.lattice.geometry().whole_extents();
    return std::min({e[0], e[1], e[2]}) - 1;
  }
  void check(const Measurement& m) const override {
    if (longest > farthest(m))
      throw Error(ErrorKind::bad_value,
                  "polyakov_multilevel: distances up to " + std::to_string(longest) + " on " +
                      std::to_string(farthest(m) + 1) + " sites",
                  "give at most " + std::to_string(farthest(m)));
  }

  int longest;
};

struct TensorMultilevel : MultilevelObservable {
  explicit TensorMultilevel(const std::vector<std::string>& words)
      : MultilevelObservable(multilevel_options("tensor_multilevel", words, 2)) {
    no_more_words("tensor_multilevel", words, 4);
  }

  void check(const Measurement& m) const override { require_two("tensor_multilevel", m); }
  using MultilevelObservable::measure;
  std::vector<Quantity> measure(Measurement& m, const MultilevelOptions& o) const override {
    const TensorCorrelators c = multilevel_tensor(m.lattice, m.u, m.sums, o, m.number);
    const std::vector<std::size_t> shape{c.shear.size()};
    return {{"tensor_multilevel_shear", shape, c.shear}, {"tensor_multilevel_bulk", shape, c.bulk}};
  }
  std::vector<Quantity> expected(const Geometry&) const override {
    return {{"tensor_multilevel_shear", {kAnyExtent}, {}}, {"tensor_multilevel_bulk", {kAnyExtent}, {}}};
  }
  bool has_graph() const override { return true; }
  Graph graph(const Geometry& g, std::span<const std::vector<Quantity>> ensemble,
              std::size_t bin) const override {
    const auto all = Observable::summarize(g, ensemble, bin);
    return {"Shear correlator, two levels of updates",
            "t / a",
            "C(t)",
            {above_errors("shear", all[0].estimates, 0)},
            true};
  }
};

struct ElectricMultilevel : MultilevelObservable {
  explicit ElectricMultilevel(const std::vector<std::string>& words)
      : MultilevelObservable(multilevel_options("colour_electric_multilevel", words, 2)) {
    no_more_words("colour_electric_multilevel", words, 4);
  }

  void check(const Measurement& m) const override { require_two("colour_electric_multilevel", m); }
  using MultilevelObservable::measure;
  std::vector<Quantity> measure(Measurement& m, const MultilevelOptions& o) const override {
    const MultilevelElectric c = multilevel_electric(m.lattice, m.u, m.sums, o, m.number);
    return {{"line_polyakov_multilevel", {}, {c.polyakov}},
            {"colour_electric_multilevel", {c.electric.size()}, c.electric}};
  }
  std::vector<Quantity> expected(const Geometry&) const override {
    return {{"line_polyakov_multilevel", {}, {}}, {"colour_electric_multilevel", {kAnyExtent}, {}}};
  }
  std::vector<Summary> summarize(const Geometry& g, std::span<const std::vector<Quantity>> ensemble,
                                 std::size_t bin) const override {
    auto all = Observable::summarize(g, ensemble, bin);
    all.push_back(ratios(ensemble, 1, 0, bin));
    return all;
  }
  bool has_graph() const override { return true; }
  Graph graph(const Geometry&, std::span<const std::vector<Quantity>> ensemble,
              std::size_t bin) const override {
    return {"Colour-electric correlator, two levels of updates",
            "t / a",
            "G(t)",
            {above_errors("electric", ratios(ensemble, 1, 0, bin).estimates, 1)},
            true};
  }
};

}  // namespace

void require_coupling(const std::string& list, std::optional<double> beta) {
  std::istringstream entries(by_place(list));
  for (std::string entry; std::getline(entries, entry, ',');) {
    entry = entry.substr(0, entry.find('@'));
    const std::vector<std::string> words = words_of(entry);
    if (words.size() < 2 || !words.front().ends_with("_multilevel")) continue;
    if (!beta)
      throw Error(ErrorKind::bad_value,
                  entry + " has updates with the plaquette action, but these links were made with another",
                  "leave it out");
    double own = 0;
    if (read_number(words[1], own) && own != *beta)
      throw Error(ErrorKind::bad_value, entry + " has updates at another coupling than its links",
                  "give " + words.front() + ":" + std::to_string(*beta));
  }
}

ObservableKind colour_electric_multilevel_observable() {
  return {"colour_electric_multilevel",
          "colour_electric by clovers, of averages between frozen slices likewise", multilevel_parameters(),
          [](const std::string& p) { return std::make_unique<ElectricMultilevel>(words_of(p)); }};
}

ObservableKind polyakov_multilevel_observable() {
  return {"polyakov_multilevel",
          "colour-averaged correlator of Polyakov loops on the axes, from measurements between slices that "
          "rest, every so many links (thickness); of links of the plaquette action",
          multilevel_parameters({{"r", "R", ObservableParameter::Absent::last}}),
          [](const std::string& p) { return std::make_unique<PolyakovMultilevel>(words_of(p)); }};
}

ObservableKind tensor_multilevel_observable() {
  return {"tensor_multilevel",
          "tensor_correlator, not connected, of averages between frozen slices likewise, where these are "
          "between both ends",
          multilevel_parameters(),
          [](const std::string& p) { return std::make_unique<TensorMultilevel>(words_of(p)); }};
}

}  // namespace glueball
