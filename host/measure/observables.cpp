// The table of observables.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "measure/condensate.hpp"
#include "measure/eigenvalues.hpp"
#include "measure/flowed_observables.hpp"
#include "measure/index.hpp"
#include "measure/jackknife.hpp"
#include "measure/loop_averages.hpp"
#include "measure/multilevel_observables.hpp"
#include "measure/observable.hpp"
#include "measure/static_observables.hpp"
#include "measure/taylor.hpp"

namespace glueball {
namespace {

Quantity number(std::string key, double value) { return {std::move(key), {}, {value}}; }

struct PlaquetteObservable : Observable {
  int layers() const override { return 1; }
  std::vector<Quantity> measure(Measurement& m) const override {
    const auto p = plaquette(m.lattice, m.u, m.sums);
    return {number("plaquette", p.average()), number("plaquette_spatial", p.spatial),
            number("plaquette_temporal", p.temporal)};
  }
};

struct RectangleObservable : Observable {
  int layers() const override { return 2; }
  std::vector<Quantity> measure(Measurement& m) const override {
    const auto r = rectangle(m.lattice, m.u, m.sums);
    return {number("rectangle", r.average()), number("rectangle_spatial", r.spatial),
            number("rectangle_temporal", r.temporal)};
  }
};

struct ParallelogramObservable : Observable {
  int layers() const override { return 2; }
  std::vector<Quantity> measure(Measurement& m) const override {
    const auto p = parallelogram(m.lattice, m.u, m.sums);
    return {number("parallelogram", p.average()), number("parallelogram_spatial", p.spatial),
            number("parallelogram_temporal", p.temporal)};
  }
};

struct LinkTraceObservable : Observable {
  int layers() const override { return 1; }
  std::vector<Quantity> measure(Measurement& m) const override {
    return {number("link_trace", link_trace(m.lattice, m.u, m.sums))};
  }
};

/// "[TIME]": for the original links, or renormalized after Wilson flow.
struct PolyakovObservable : Observable {
  explicit PolyakovObservable(const std::string& parameters) {
    if (!parameters.empty()) time = flow_time("polyakov", parameters);
  }

  int layers() const override { return time > 0 ? GradientFlow::layers(kWilsonFlow) : 1; }
  std::vector<Quantity> measure(Measurement& m) const override {
    const Complex l =
        time > 0 ? polyakov_loops(m.lattice, m.flowed(time), m.sums).average : m.polyakov().average;
    return {{"polyakov", {2}, {l.real(), l.imag()}}, number("polyakov_modulus", std::abs(l))};
  }
  std::vector<Quantity> expected(const Geometry&) const override {
    return {{"polyakov", {2}, {}}, {"polyakov_modulus", {}, {}}};
  }
  std::vector<Summary> summarize(const Geometry& g, std::span<const std::vector<Quantity>> ensemble,
                                 std::size_t bin) const override {
    auto all = Observable::summarize(g, ensemble, bin);
    std::vector<Complex> loops;
    for (const auto& quantities : ensemble)
      loops.emplace_back(quantities[0].values[0], quantities[0].values[1]);
    const double space = double(g.whole_volume()) / g.whole_extents()[3];
    const auto put = [&](const std::string& key, const SeriesEstimate& estimate) {
      all.push_back({key, {}, {estimate}, false, true});
    };
    put("polyakov_susceptibility", polyakov_susceptibility(loops, space, bin));
    if (time == 0) return all;
    put("polyakov_susceptibility_real", variance_of(loops, &real_part, space, bin));
    put("polyakov_susceptibility_imaginary", variance_of(loops, &imaginary_part, space, bin));
    return all;
  }

 private:
  static double real_part(Complex l) { return l.real(); }
  static double imaginary_part(Complex l) { return l.imag(); }
  /// Returns space (<x^2> - <x>^2) for a part of the loops.
  static SeriesEstimate variance_of(std::span<const Complex> loops, double (*part)(Complex), double space,
                                    std::size_t bin) {
    std::vector<std::vector<double>> samples;
    for (const Complex& l : loops) samples.push_back({part(l) * part(l), part(l)});
    return estimate(
        samples, [=](std::span<const double> m) { return space * (m[0] - m[1] * m[1]); }, bin);
  }

  double time = 0;
};

/// Returns the result of `work`, which solves for quarks. Hints of its errors name parameters of a solver,
/// which observables do not have: only the mass can be changed.
template <class Work>
auto by_solves(Work work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::not_converged || error.hint().find('<') == std::string::npos) throw;
    throw Error(error.kind(), error.message(), "take a larger mass");
  }
}

/// A number for one quark, a list in their order for several masses.
struct CondensateObservable : Observable {
  explicit CondensateObservable(const std::string& parameters) : options(parse_condensate(parameters)) {}

  int layers() const override { return layers_of(options.action); }
  std::vector<Quantity> measure(Measurement& m) const override {
    const std::size_t count = options.masses.size();
    const auto shape = count > 1 ? std::vector<std::size_t>{count} : std::vector<std::size_t>{};
    return {{"condensate_mass", shape, options.masses, true},
            {"condensate", shape, by_solves([&] {
               return chiral_condensates(m.lattice.device(), download_unitary(m.u), options, m.boundary,
                                         m.number, m.lattice.domain());
             })}};
  }

  CondensateOptions options;
};

/// Four numbers for one quark, a row for each in their order for several masses.
struct TaylorObservable : Observable {
  explicit TaylorObservable(const std::string& parameters)
      : options(parse_condensate(parameters, "taylor")) {}

  int layers() const override { return layers_of(options.action); }
  std::vector<Quantity> measure(Measurement& m) const override {
    const std::size_t count = options.masses.size();
    std::vector<double> values;
    for (const auto& d : by_solves([&] {
           return taylor_derivatives(m.lattice.device(), download_unitary(m.u), options, m.boundary, m.number,
                                     m.lattice.domain());
         }))
      values.insert(values.end(), d.begin(), d.end());
    return {
        {"taylor_mass", count > 1 ? std::vector{count} : std::vector<std::size_t>{}, options.masses, true},
        {"taylor", count > 1 ? std::vector<std::size_t>{count, 4} : std::vector<std::size_t>{4}, values}};
  }

  CondensateOptions options;
};

/// A number for one eigenvalue, a list for several.
struct EigenvalueObservable : Observable {
  explicit EigenvalueObservable(const std::string& parameters) : list(parse_eigenvalues(parameters)) {}

  int layers() const override { return layers_of(list.action); }
  std::vector<Quantity> measure(Measurement& m) const override {
    return {{"eigenvalues",
             list.count > 1 ? std::vector{std::size_t(list.count)} : std::vector<std::size_t>{},
             lowest_eigenvalues(m.lattice, download_unitary(m.u), list, m.boundary)}};
  }

  EigenvalueList list;
};

/// Its charge has the same sign as that of `charge`.
struct IndexObservable : Observable {
  explicit IndexObservable(const std::string& parameters) : options(parse_index(parameters)) {}

  int layers() const override { return 1; }
  std::vector<Quantity> measure(Measurement& m) const override {
    const ZeroModes modes =
        zero_modes(m.lattice.device(), download_unitary(m.u), options, m.boundary, {}, m.lattice.domain());
    return {number("zero_modes_minus", modes.minus), number("zero_modes_plus", modes.plus),
            number("index", modes.index()), number("charge_of_index", -modes.index())};
  }
  void take_memory(Measurement& m) const override {
    take_memory_of_index(m.lattice.device(), m.lattice.geometry(), options, m.boundary);
  }

  IndexOptions options;
};

template <class T>
ObservableKind plain(const std::string& name, std::string help) {
  return {name, std::move(help), {}, [name](const std::string& parameters) -> std::unique_ptr<Observable> {
            if (!parameters.empty())
              throw Error(ErrorKind::bad_value,
                          name + ": takes no parameters, '" + parameters + "' was given");
            return std::make_unique<T>();
          }};
}

}  // namespace

const std::vector<ObservableKind>& observable_kinds() {
  using Absent = ObservableParameter::Absent;
  static const std::vector<ObservableParameter> kTraces{{"action", "ACTION", Absent::refused},
                                                        {"mass", "MASS[/MASS...]", Absent::refused},
                                                        {"vectors", "4"},
                                                        {"epsilon", "0"},
                                                        {"block", "1"},
                                                        {"deflate", "0"}};
  static const std::vector<ObservableKind> kinds = {
      plain<PlaquetteObservable>("plaquette", "Re Tr P / 3, average, spatial and temporal"),
      plain<RectangleObservable>("rectangle",
                                 "Re Tr R / 3 of the 2 x 1 rectangles, average, spatial and temporal"),
      plain<ParallelogramObservable>(
          "parallelogram", "Re Tr / 3 of the loops mu nu rho -mu -nu -rho, average, spatial and temporal"),
      plain<LinkTraceObservable>("link_trace", "Re Tr U / 3, average"),
      {"polyakov",
       "Polyakov loop Tr / 3, average over space; over files its susceptibility. After Wilson flow "
       "to TIME those of its real and imaginary part too",
       {{"time", "TIME", Absent::nothing}},
       [](const std::string& p) { return std::make_unique<PolyakovObservable>(p); }},
      charge_observable(),
      slices_observable(),
      energy_momentum_observable(),
      tensor_correlator_observable(),
      blocked_charge_observable(),
      blocked_tensor_observable(),
      weinberg_observable(),
      line_correlator_observable(),
      polyakov_correlator_observable(),
      polyakov_singlet_observable(),
      wilson_lines_observable(),
      {"condensate",
       "chiral condensate Re Tr M^-1 / V of staggered quarks by noise, a number a mass of 1e-4 to 100",
       kTraces, [](const std::string& p) { return std::make_unique<CondensateObservable>(p); }},
      {"taylor", "d^n log det M / dmu^n / 3 V of staggered quarks by noise, n = 1 to 4; Im for odd n",
       kTraces, [](const std::string& p) { return std::make_unique<TaylorObservable>(p); }},
      {"eigenvalues",
       "lowest eigenvalues of -D^2 of staggered quarks on the even sites",
       {kTraces[0], {"count", "COUNT", Absent::refused}, {"epsilon", "0"}},
       [](const std::string& p) { return std::make_unique<EigenvalueObservable>(p); }},
      {"index",
       "zero modes of overlap quarks by chirality, minus less plus, and the charge that this means",
       {{"m0", "1.4"}, {"low_modes", "8"}, {"sign_error", "1e-3"}, {"smearing", "SMEARING", Absent::last}},
       [](const std::string& p) { return std::make_unique<IndexObservable>(p); }},
      wilson_loops_observable(),
      creutz_observable(),
      potential_observable(),
      line_potential_observable(),
      polyakov_multilevel_observable(),
      tensor_multilevel_observable(),
      colour_electric_multilevel_observable(),
  };
  return kinds;
}

std::vector<std::unique_ptr<Observable>> make_observables(const std::string& given) {
  const std::string list = by_place(given);
  std::vector<std::unique_ptr<Observable>> all;
  std::vector<std::string> names;
  std::set<std::string> words;
  for (const auto& kind : observable_kinds()) names.push_back(kind.name);
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string word = list.substr(begin, end - begin);
    if (const std::size_t at = word.find('@'); at != std::string::npos)
      throw Error(ErrorKind::bad_value, "observable '" + word + "' has steps, which only a chain has",
                  "leave '" + word.substr(at) + "' out");
    const std::size_t colon = std::min(word.find(':'), word.size());
    const std::string name = word.substr(0, colon);
    const auto& kinds = observable_kinds();
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.name == name; });
    if (found == kinds.end()) {
      std::string known;
      for (const auto& n : names) known += (known.empty() ? "there are " : ", ") + n;
      static const std::map<std::string, std::string> meant = {{"topology", "charge"},
                                                               {"topological_charge", "charge"},
                                                               {"winding", "charge"},
                                                               {"susceptibility", "charge"},
                                                               {"energy", "energy_momentum"},
                                                               {"loops", "wilson_loops"},
                                                               {"static_potential", "potential"},
                                                               {"chiral_condensate", "condensate"},
                                                               {"pbp", "condensate"}};
      const auto word = meant.find(name);
      throw Error(
          ErrorKind::bad_value, "no observable '" + name + "'",
          word == meant.end() ? did_you_mean(name, names, known) : "did you mean '" + word->second + "'?");
    }
    if (colon < word.size() && word.back() == ':')
      throw Error(ErrorKind::bad_value, "observable '" + word + "' ends in a colon", "leave it out");
    if (!words.insert(word).second)
      throw Error(ErrorKind::bad_value, "observable '" + word + "' is asked for twice",
                  "leave one of them out");
    all.push_back(found->make(word.substr(std::min(colon + 1, word.size()))));
    begin = end + 1;
  }
  return all;
}

}  // namespace glueball
