#include "measure/static_observables.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/error.hpp"
#include "measure/correlator.hpp"
#include "measure/observable_words.hpp"
#include "measure/potential_rows.hpp"

namespace glueball {
namespace {

std::vector<double> roots(std::vector<double> squares) {
  for (double& x : squares) x = std::sqrt(x);
  return squares;
}

/// Correlators of Polyakov loops. Values are real parts; the imaginary parts of d and -d cancel.
struct PolyakovCorrelators : Observable {
  explicit PolyakovCorrelators(std::vector<std::pair<std::string, Combination>> c) : channels(std::move(c)) {}

  int layers() const override { return 1; }
  std::vector<Quantity> measure(Measurement& m) const override {
    std::vector<Quantity> all;
    const MatrixSiteField loops = all_loops(m.polyakov().field);
    for (const auto& [key, combination] : channels) {
      const Correlator c = correlator(loops, loops, combination);
      const std::vector<std::size_t> shape = {c.r2.size()};
      if (all.empty())
        all.push_back({channels.front().first + "_r2", shape, {c.r2.begin(), c.r2.end()}, true});
      std::vector<double> values;
      for (const Complex z : c.values) values.push_back(z.real());
      all.push_back({key, shape, std::move(values)});
    }
    return all;
  }

  std::vector<Quantity> expected(const Geometry&) const override {
    std::vector<Quantity> all{{channels.front().first + "_r2", {kAnyExtent}, {}}};
    for (const auto& [key, combination] : channels) all.push_back({key, {kAnyExtent}, {}});
    return all;
  }
  bool has_graph() const override { return true; }
  Graph graph(const Geometry& g, std::span<const std::vector<Quantity>> ensemble,
              std::size_t bin) const override {
    const auto all = summarize(g, ensemble, bin);
    Graph picture{"Correlators of Polyakov loops", "r / a", "C(r)", {}, true};
    for (std::size_t n = 1; n < all.size(); ++n)
      picture.curves.push_back(above_errors(all[n].key, roots(ensemble[0][0].values), all[n].estimates));
    return picture;
  }

  std::vector<std::pair<std::string, Combination>> channels;
};

using Absent = ObservableParameter::Absent;
const std::vector<ObservableParameter> kSize{{"r", "R", Absent::refused}, {"t", "T", Absent::refused, "x"}},
    kFit{{"at", "TIME", Absent::last}, {"r_min", "1.5"}, {"r_max", "R", Absent::last}};

/// Parses "4x6" as {4, 6}; returns `otherwise` for no parameters.
std::array<int, 2> sizes(const std::string& name, const std::string& text, std::array<int, 2> otherwise) {
  if (text.empty()) return otherwise;
  std::array<int, 2> size{};
  const char* end = text.data() + text.size();
  const auto r = std::from_chars(text.data(), end, size[0]);
  const bool cross = r.ec == std::errc() && r.ptr != end && *r.ptr == 'x';
  const auto t = cross ? std::from_chars(r.ptr + 1, end, size[1]) : r;
  if (!cross || t.ec != std::errc() || t.ptr != end || size[0] < 1 || size[1] < 1)
    throw Error(ErrorKind::bad_value, name + ": '" + text + "' is no size", "for example " + name + ":4x6");
  return size;
}

struct WilsonLoopObservable : Observable {
  explicit WilsonLoopObservable(const std::string& parameters)
      : size(sizes("wilson_loops", parameters, {2, 2})) {}

  int layers() const override { return 1; }
  std::vector<Quantity> measure(Measurement& m) const override {
    const WilsonLoops& w = m.wilson_loops(size[0], size[1]);
    Quantity q{"wilson_loops", {std::size_t(size[0]), std::size_t(size[1])}, {}};
    q.origin = std::to_string(size[0]) + "x" + std::to_string(size[1]);
    for (int r = 1; r <= size[0]; ++r)
      for (int t = 1; t <= size[1]; ++t) q.values.push_back(w.at(r, t));
    return {q};
  }
  std::vector<Quantity> expected(const Geometry&) const override {
    return {{"wilson_loops", {std::size_t(size[0]), std::size_t(size[1])}, {}}};
  }

 protected:
  void require_size(const char* name, int least_r, int least_t) const {
    if (size[0] < least_r || size[1] < least_t)
      throw Error(ErrorKind::bad_value,
                  std::string(name) + ": nothing to make of loops of up to " + std::to_string(size[0]) + "x" +
                      std::to_string(size[1]),
                  "try " + std::string(name) + ":3x3");
  }

  std::array<int, 2> size;
};

/// Measures the loops, since Creutz ratios are functions of their ensemble averages.
struct CreutzObservable : WilsonLoopObservable {
  explicit CreutzObservable(const std::string& parameters) : WilsonLoopObservable(parameters) {
    require_size("creutz", 2, 2);
  }

  /// Returns a table of rows r = 2 ... and columns t = 2 ...
  std::vector<Summary> summarize(const Geometry&, std::span<const std::vector<Quantity>> ensemble,
                                 std::size_t bin) const override {
    std::vector<WilsonLoops> loops;
    for (const auto& quantities : ensemble) {
      WilsonLoops& w = loops.emplace_back(size[0], size[1]);
      w.values = quantities[0].values;
    }
    Summary s{"creutz", {std::size_t(size[0] - 1), std::size_t(size[1] - 1)}, {}, false, true};
    for (int r = 2; r <= size[0]; ++r)
      for (int t = 2; t <= size[1]; ++t) s.estimates.push_back(creutz_ratio(loops, r, t, bin));
    return {s};
  }
};

/// "RxT[:T[:R_MIN[:R_MAX]]]": measures the loops too.
struct PotentialObservable : WilsonLoopObservable {
  explicit PotentialObservable(const std::vector<std::string>& words)
      : WilsonLoopObservable(words.empty() ? "" : words[0]),
        rows{{}, size[1]},
        fit(fit_range("potential", words, 1, size[1])) {
    require_size("potential", 1, 2);
    for (int r = 1; r <= size[0]; ++r) rows.r.push_back(r);
    if (fit.r_max == 0) fit.r_max = size[0];
    if (fit.t > 0) rows.require_points("potential", fit);
  }

  /// Returns a table of rows r = 1 ... and columns t = 1 ..., and the fit.
  std::vector<Summary> summarize(const Geometry&, std::span<const std::vector<Quantity>> ensemble,
                                 std::size_t bin) const override {
    return rows.summarize("potential", fit, ensemble, 0, bin);
  }
  bool has_graph() const override { return true; }
  Graph graph(const Geometry&, std::span<const std::vector<Quantity>> ensemble,
              std::size_t bin) const override {
    return rows.graph(fit, ensemble, 0, bin);
  }

  PotentialRows rows;
  FitRange fit;
};

/// "[LENGTH[:R]]": lines up to a length, by default N_t, and distances up to R.
struct WilsonLinesObservable : Observable {
  explicit WilsonLinesObservable(const std::vector<std::string>& words) {
    longest = number_of("wilson_lines", words, 0, "length", 1, 0);
    largest = number_of("wilson_lines", words, 1, "distance", 1.0, HUGE_VAL);
    no_more_words("wilson_lines", words, 2);
  }
  /// For derived observables that are functions of lines.
  WilsonLinesObservable(int length, double distance) : longest(length), largest(distance) {}

  int layers() const override { return 1; }
  std::vector<Quantity> measure(Measurement& m) const override {
    const int length = length_on(m.lattice.geometry());
    const WilsonLines& lines = m.wilson_lines(length);
    const double most = farthest(m.lattice.geometry());
    Quantity r2{"wilson_lines_r2", {}, {}, true}, c{"wilson_lines", {}, {}};
    r2.origin = c.origin = std::to_string(length) + ":" + std::to_string(most);
    for (std::size_t n = 0; n < lines.r2.size(); ++n) {
      if (lines.r2[n] == 0 || std::sqrt(double(lines.r2[n])) > most) continue;  // at r = 0 it is 1
      r2.values.push_back(lines.r2[n]);
      for (int l = 1; l <= length; ++l) c.values.push_back(lines.at(n, l));
    }
    r2.shape = {r2.values.size()};
    c.shape = {r2.values.size(), std::size_t(length)};
    return {r2, c};
  }
  std::vector<Quantity> expected(const Geometry& g) const override {
    return {{"wilson_lines_r2", {kAnyExtent}, {}},
            {"wilson_lines", {kAnyExtent, std::size_t(length_on(g))}, {}}};
  }
  bool has_graph() const override { return true; }
  /// Plots the shortest and the longest lines.
  Graph graph(const Geometry& g, std::span<const std::vector<Quantity>> ensemble,
              std::size_t bin) const override {
    constexpr std::size_t kMost = 6;
    const auto all = Observable::summarize(g, ensemble, bin);
    const std::vector<double> r = roots(ensemble[0][0].values);
    const std::size_t lengths = ensemble[0][1].shape[1];
    Graph picture{"Correlators of Wilson lines", "r / a", "C(r, l)", {}, true};
    for (std::size_t l = 0; l < lengths; ++l)
      if (l < kMost || l + 1 == lengths)
        picture.curves.push_back(
            above_errors("l / a = " + std::to_string(l + 1), r, all[1].estimates, l, lengths));
    return picture;
  }

 protected:
  virtual double farthest(const Geometry&) const { return largest; }
  int length_on(const Geometry& g) const { return longest > 0 ? longest : g.whole_extents()[3]; }

  int longest;
  double largest;
};

/// "[LENGTH[:T[:R_MIN[:R_MAX]]]]"; distances up to R_MAX, by default half the shortest spatial extent.
struct LinePotentialObservable : WilsonLinesObservable {
  explicit LinePotentialObservable(const std::vector<std::string>& words)
      : WilsonLinesObservable(number_of("line_potential", words, 0, "length", 2, 0), 0),
        fit(fit_range("line_potential", words, 1, longest)) {}

  std::vector<Quantity> measure(Measurement& m) const override {
    const Site e = m.lattice.geometry().whole_extents();
    if (longest == 0 && fit.t >= e[3])
      throw Error(ErrorKind::bad_value,
                  "line_potential: no lines of " + std::to_string(fit.t + 1) + " links on a lattice of " +
                      std::to_string(e[3]) + " sites in time",
                  "fit at an earlier time");
    auto quantities = WilsonLinesObservable::measure(m);
    if (fit.t > 0) rows_of(quantities).require_points("line_potential", range(m.lattice.geometry()));
    return quantities;
  }
  std::vector<Summary> summarize(const Geometry& g, std::span<const std::vector<Quantity>> ensemble,
                                 std::size_t bin) const override {
    std::vector<Summary> all = Observable::summarize(g, ensemble, bin);
    all.erase(all.begin() + 1, all.end());  // only the distances remain
    all[0].key = "line_potential_r2";
    for (Summary& s : rows_of(ensemble[0]).summarize("line_potential", range(g), ensemble, 1, bin))
      all.push_back(std::move(s));
    return all;
  }
  bool has_graph() const override { return true; }
  Graph graph(const Geometry&, std::span<const std::vector<Quantity>> ensemble,
              std::size_t bin) const override {
    FitRange whole = fit;
    const PotentialRows rows = rows_of(ensemble[0]);
    if (whole.r_max == 0) whole.r_max = rows.r.back();
    return rows.graph(whole, ensemble, 1, bin);
  }

 private:
  double farthest(const Geometry& g) const override { return range(g).r_max; }
  FitRange range(const Geometry& g) const {
    FitRange whole = fit;
    const Site& e = g.whole_extents();
    const int half = std::min({e[0], e[1], e[2]}) / 2;
    if (whole.r_max == 0) whole.r_max = half;
    return whole;
  }
  static PotentialRows rows_of(const std::vector<Quantity>& quantities) {
    PotentialRows rows{{}, int(quantities[1].shape[1])};
    for (const double r2 : quantities[0].values) rows.r.push_back(std::sqrt(r2));
    return rows;
  }

  FitRange fit;
};

template <class T>
ObservableKind of_words(const std::string& name, std::string help,
                        std::vector<ObservableParameter> parameters) {
  return {
      name, std::move(help), std::move(parameters),
      [](const std::string& p) -> std::unique_ptr<Observable> { return std::make_unique<T>(words_of(p)); }};
}

template <class T>
ObservableKind of_loops(const std::string& name, std::string help) {
  return {
      name, std::move(help), {kSize[0], kSize[1]}, [](const std::string& p) -> std::unique_ptr<Observable> {
        return std::make_unique<T>(p);
      }};
}

ObservableKind correlators(const std::string& name, std::string help,
                           const std::vector<std::pair<std::string, Combination>>& channels) {
  return {name, std::move(help), {}, [=](const std::string& parameters) -> std::unique_ptr<Observable> {
            if (!parameters.empty())
              throw Error(ErrorKind::bad_value,
                          name + ": takes no parameters, '" + parameters + "' was given");
            return std::make_unique<PolyakovCorrelators>(channels);
          }};
}

}  // namespace

ObservableKind polyakov_correlator_observable() {
  return correlators("polyakov_correlator",
                     "colour-averaged correlator of Polyakov loops by squared distance",
                     {{"polyakov_correlator", Combination::average}});
}

ObservableKind polyakov_singlet_observable() {
  return correlators("polyakov_singlet",
                     "singlet and octet correlators; of a Coulomb-gauge-fixed configuration",
                     {{"polyakov_singlet", Combination::singlet}, {"polyakov_octet", Combination::octet}});
}

ObservableKind wilson_lines_observable() {
  return of_words<WilsonLinesObservable>(
      "wilson_lines",
      "correlators of lines in time by squared distance (rows) and length; of a Coulomb-gauge-fixed "
      "configuration",
      {{"length", "LENGTH", Absent::last}, {"r", "R", Absent::last}});
}

ObservableKind wilson_loops_observable() {
  return of_loops<WilsonLoopObservable>("wilson_loops",
                                        "planar Wilson loops of r links in space (rows) and t in time");
}

ObservableKind creutz_observable() {
  return of_loops<CreutzObservable>("creutz", "Creutz ratios chi(r, t), r, t >= 2, over files");
}

ObservableKind potential_observable() {
  return of_words<PotentialObservable>("potential",
                                       "static potential log W(r, t)/W(r, t+1) over files; at a time, from "
                                       "r_min to r_max, an uncorrelated fit "
                                       "of V0 + sigma r - e/r, and r0 of it",
                                       {kSize[0], kSize[1], kFit[0], kFit[1], kFit[2]});
}

ObservableKind line_potential_observable() {
  return of_words<LinePotentialObservable>(
      "line_potential",
      "the same of correlators of lines, off the axes too, up to r_max (half the smallest extent)",
      {{"length", "LENGTH", Absent::last}, kFit[0], kFit[1], kFit[2]});
}

}  // namespace glueball
