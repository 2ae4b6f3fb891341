// Rational functions, and errors of means.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "app/options.hpp"
#include "app/rational_cache.hpp"
#include "core/arrays.hpp"
#include "core/bind.hpp"
#include "core/interpreter.hpp"
#include "measure/jackknife.hpp"
#include "measure/statistics.hpp"

namespace glueball::python {
namespace {

using Series = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::span<const double> span_of(const Series& series) {
  if (series.ndim() != 1)
    throw Error(ErrorKind::bad_value, "a series of " + std::to_string(series.ndim()) + " dimensions",
                "give an array of one");
  return {series.data(), std::size_t(series.size())};
}

std::vector<std::vector<double>> samples_of(const Series& samples) {
  if (samples.ndim() != 2)
    throw Error(ErrorKind::bad_value, "samples of " + std::to_string(samples.ndim()) + " dimensions",
                "give an array (configurations, quantities)");
  std::vector<std::vector<double>> all;
  const auto width = std::size_t(samples.shape(1));
  for (py::ssize_t n = 0; n < samples.shape(0); ++n)
    all.emplace_back(samples.data(n, 0), samples.data(n, 0) + width);
  return all;
}

py::dict dict_of(const SeriesEstimate& e) {
  py::dict d;
  d["mean"] = e.mean;
  d["error"] = e.error;
  d["error_of_error"] = e.error_of_error;
  d["tau_int"] = e.tau_int;
  d["tau_int_error"] = e.tau_int_error;
  d["window"] = e.window;
  d["values"] = e.values;
  d["reliable"] = e.reliable;
  return d;
}

MeansFunction called(const py::function& function) {
  return [function](std::span<const double> means) {
    return py::cast<double>(py::float_(function(array_of(means))));
  };
}

py::dict rational(const std::vector<std::tuple<std::string, double>>& powers, double lo, double hi,
                  std::optional<int> order, std::optional<double> error) {
  Minimax best;
  {
    const WithoutPython others_run;
    PowerProduct f;
    for (const auto& [power, mass] : powers) f.push_back(power_factor(power, mass * mass));
    best = app::remembered_minimax({.f = f, .on = {lo, hi}, .order = order, .error = error},
                                   app::CommonOptions().cache());
  }
  py::dict d;
  d["constant"] = best.function.constant;
  d["numerators"] = array_of(best.function.numerators);
  d["shifts"] = array_of(best.function.shifts);
  d["error"] = best.error;
  return d;
}

}  // namespace

void bind_numbers(py::module_& m) {
  m.def("rational", &rational);
  m.def("gamma_method",
        [](const Series& series, double s) { return dict_of(gamma_method(span_of(series), s)); });
  m.def("gamma_method_of", [](const Series& samples, const py::function& f, double s) {
    return dict_of(gamma_method(samples_of(samples), called(f), s));
  });
  m.def("jackknife", [](const Series& samples, const py::function& f, std::size_t bin) {
    const Estimate e = jackknife(samples_of(samples), called(f), bin);
    return std::pair(e.mean, e.error);
  });
}

}  // namespace glueball::python
