// Observables by name: `glueball measure` measures them on configurations and averages them over ensembles.
//
// A new observable is a class derived from Observable and a line in the table of observables.cpp. Flags,
// help, JSON and errors follow from this.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "flow/flow.hpp"
#include "lattice/boundary.hpp"
#include "lattice/configuration.hpp"
#include "measure/field_products.hpp"
#include "measure/graph.hpp"
#include "measure/observable_parameters.hpp"
#include "measure/polyakov.hpp"
#include "measure/statistics.hpp"
#include "measure/wilson_lines.hpp"
#include "measure/wilson_loops.hpp"

namespace glueball {

/// A named result: a number (shape {}), a complex number or a list (shape {2}, {n}), or a table (shape {rows,
/// columns}).
struct Quantity {
  std::string key;  ///< JSON key
  std::vector<std::size_t> shape;
  std::vector<double> values;  ///< last index fastest
  bool fixed = false;          ///< equal for every configuration, such as distances and sizes; not averaged
  /// Name of a measurement that several observables share. Quantities with equal key and origin are equal.
  std::string origin{};
};

/// An extent of at least 1 that an observable does not know before it is measured.
inline constexpr std::size_t kAnyExtent = 0;

/// A quantity of an ensemble.
struct Summary {
  std::string key;
  std::vector<std::size_t> shape;
  std::vector<SeriesEstimate> estimates;  ///< in the order of Quantity::values; times are in configurations
  bool fixed = false;                     ///< only means, no errors
  bool derived = false;                   ///< a function of several means
};

/// A configuration on a device during measurements. Results that several observables need are computed once.
class Measurement {
 public:
  Measurement(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums)
      : lattice(lattice), u(u), sums(sums) {}

  const PolyakovLoops& polyakov();
  /// Returns loops up to this size; W.max_r and W.max_t may be larger.
  const WilsonLoops& wilson_loops(int max_r, int max_t);
  /// Returns lines up to this length; they may be longer.
  const WilsonLines& wilson_lines(int longest);
  /// Returns the links after Wilson flow to this time, in units of a^2; 0 means the original links. The last
  /// result is kept.
  const GaugeField& flowed(double time);
  /// Returns products of the field strength of the links flowed to this time. The last result is kept.
  const RowProducts& field_products(FieldStrength kind, double time);

  const DeviceLattice& lattice;
  const GaugeField& u;
  GlobalSums& sums;
  Boundary boundary = kAntiperiodicInTime;  ///< boundary condition of quarks
  /// Number of the configuration. Noise is independent for different numbers.
  std::uint64_t number = 0;

 private:
  std::optional<PolyakovLoops> polyakov_;
  std::optional<WilsonLoops> wilson_loops_;
  std::optional<WilsonLines> wilson_lines_;
  std::optional<GradientFlow> flow_;
  double reached_ = 0;  ///< flow time reached
  struct Products {
    FieldStrength kind;
    double time;
    RowProducts rows;
  };
  std::optional<Products> products_;
};

/// The interface of an observable with its parameters.
class Observable {
 public:
  virtual ~Observable() = default;
  virtual std::vector<Quantity> measure(Measurement& m) const = 0;
  /// Allocates the memory of a measurement on a NullDevice (field/memory_need.hpp). It must be overridden if
  /// memory is allocated after the first solve.
  virtual void take_memory(Measurement& m) const { measure(m); }
  /// Returns the ghost layers that it reads on a split lattice; 0: it does not work on one.
  virtual int layers() const { return 0; }
  /// Summarizes the quantities of all configurations in the order of their chain. All configurations must
  /// have one shape. By default this is the mean of each number. Errors are by the Gamma method, or with a
  /// `bin` above 0 by the jackknife over bins of this size.
  virtual std::vector<Summary> summarize(const Geometry& geometry,
                                         std::span<const std::vector<Quantity>> ensemble,
                                         std::size_t bin) const;
  /// Returns keys and shapes of the quantities that `summarize` and `graph` rely on; none if they take any.
  /// Extents of kAnyExtent are known by the measurement alone, and all equal.
  virtual std::vector<Quantity> expected(const Geometry&) const { return {}; }
  /// These tell if there is a plot of an ensemble, and return it.
  virtual bool has_graph() const { return false; }
  virtual Graph graph(const Geometry& geometry, std::span<const std::vector<Quantity>> ensemble,
                      std::size_t bin) const;
};

/// Returns KEY_ratio: the numbers of one quantity divided by another one, a single number, both as ensemble
/// means.
Summary ratios(std::span<const std::vector<Quantity>> ensemble, std::size_t quantity, std::size_t by,
               std::size_t bin);

/// A row of the table of observables.
struct ObservableKind {
  std::string name;
  std::string help;  ///< one line
  std::vector<ObservableParameter> parameters;
  /// Takes parameters by place, the words between colons.
  std::function<std::unique_ptr<Observable>(const std::string& parameters)> make;
};

const std::vector<ObservableKind>& observable_kinds();

/// Makes the observables of a list like "plaquette,wilson_loops:r=4,t=4" or "plaquette,wilson_loops:4x4".
/// Throws Error(bad_value) for an unknown one (naming the most similar), for invalid parameters, and for a
/// repeated one.
std::vector<std::unique_ptr<Observable>> make_observables(const std::string& list);

}  // namespace glueball
