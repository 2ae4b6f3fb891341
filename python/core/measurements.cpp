// Observables by name, of links on a device.
#include <pybind11/stl.h>

#include <regex>
#include <sstream>

#include "base/error.hpp"
#include "core/arrays.hpp"
#include "core/bind.hpp"
#include "core/fields.hpp"
#include "halo/halo.hpp"
#include "measure/observable_list.hpp"

namespace glueball::python {
namespace {

using Values = std::vector<std::vector<NamedQuantity>>;

py::dict by_name(const Values& measured) {
  py::dict all;
  for (const auto& quantities : measured)
    for (const auto& [name, quantity, repeated] : quantities)
      if (!repeated) all[py::str(name)] = shaped_values(quantity.shape, quantity.values);
  return all;
}

/// Observables that are right for any matrices are sums of traces of products of links, and nothing else.
void require_plain_loops(const std::string& list, const std::string& fault) {
  static const std::regex plain(
      "plaquette|rectangle|parallelogram|link_trace|polyakov|wilson_loops(:[0-9]+x[0-9]+)?");
  std::istringstream words(by_place(list));
  for (std::string word; std::getline(words, word, ',');)
    if (!std::regex_match(word, plain))
      throw Error(ErrorKind::bad_value, "observable '" + word + "' of links that are not all SU(3): " + fault,
                  "give plaquette, rectangle, parallelogram, link_trace, polyakov or wilson_loops");
}

py::dict measure(Links& u, const std::string& list, std::uint64_t number,
                 const std::optional<Site>& boundary) {
  const ObservableList observables(list);
  if (!u.fault.empty()) require_plain_loops(list, u.fault);
  Values measured;
  {
    const DeviceLock lock(u.lattice().device());
    Measurement measurement(*u.lattice(), *u, u.lattice().sums());
    measurement.number = number;
    if (boundary) measurement.boundary = Boundary(*boundary);
    measured = observables.measure(measurement);
  }
  return by_name(measured);
}

}  // namespace

void bind_measurements(py::module_& m) {
  m.def("measure", &measure);
  m.def("observables", [] {
    std::vector<std::tuple<std::string, std::string, std::string>> all;
    for (const ObservableKind& kind : observable_kinds())
      all.emplace_back(kind.name, form_of(kind), kind.help);
    return all;
  });
}

}  // namespace glueball::python
