// Observables by name: what `glueball measure` can measure of a configuration and say of an ensemble.
//
// A new one is a class derived from Observable and a line in the table of observables.cpp; flags, help, JSON
// and errors follow from that.
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
#include "measure/polyakov.hpp"
#include "measure/statistics.hpp"
#include "measure/wilson_lines.hpp"
#include "measure/wilson_loops.hpp"

namespace glueball {

/// A named result: a number (shape {}), a complex number or a list (shape {2}, {n}), a table (shape {rows,
/// columns}).
struct Quantity {
  std::string key;  ///< as in JSON
  std::vector<std::size_t> shape;
  std::vector<double> values;  ///< last index fastest
  bool fixed = false;          ///< the same for every configuration: distances, sizes; not averaged
  std::string
      origin{};  ///< where several observables share a measurement: which; of one key and origin are equal
};

/// A quantity of an ensemble.
struct Summary {
  std::string key;
  std::vector<std::size_t> shape;
  std::vector<SeriesEstimate> estimates;  ///< as values of a Quantity; times are in configurations
  bool fixed = false;                     ///< only means, no errors
  bool derived = false;                   ///< a function of several means
};

/// A configuration on a device while it is measured; what several observables need is measured once.
class Measurement {
 public:
  Measurement(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums)
      : lattice(lattice), u(u), sums(sums) {}

  const PolyakovLoops& polyakov();
  /// Loops of up to this size; W.max_r and W.max_t may be larger.
  const WilsonLoops& wilson_loops(int max_r, int max_t);
  /// Lines of up to this length; those there are may be longer.
  const WilsonLines& wilson_lines(int longest);
  /// The links after Wilson flow to this time, in units of a^2; those of the last time are kept. As they are
  /// at 0.
  const GaugeField& flowed(double time);
  /// Products of the field strength of the links flowed to this time; the last ones are kept.
  const RowProducts& field_products(FieldStrength kind, double time);

  const DeviceLattice& lattice;
  const GaugeField& u;
  GlobalSums& sums;
  Boundary boundary = kAntiperiodicInTime;  ///< of quarks
  std::uint64_t number = 0;  ///< of the configuration: noise of two with different ones has nothing in common

 private:
  std::optional<PolyakovLoops> polyakov_;
  std::optional<WilsonLoops> wilson_loops_;
  std::optional<WilsonLines> wilson_lines_;
  std::optional<GradientFlow> flow_;
  double reached_ = 0;  ///< by the flow
  struct Products {
    FieldStrength kind;
    double time;
    RowProducts rows;
  };
  std::optional<Products> products_;
};

class Observable {
 public:
  virtual ~Observable() = default;
  virtual std::vector<Quantity> measure(Measurement& m) const = 0;
  /// Takes the memory that measuring does, on a device on paper (field/memory_need.hpp): another way where
  /// not all is there before the first solve.
  virtual void take_memory(Measurement& m) const { measure(m); }
  /// Layers of the neighbours' sites that it reads where a lattice is split among ranks; 0: it is not made
  /// for that.
  virtual int layers() const { return 0; }
  /// Of the quantities of all configurations in the order of their chain, which have one shape; by default
  /// the mean of each number. Errors are the Gamma method's, or with a `bin` above 0 by the jackknife over
  /// bins of so many.
  virtual std::vector<Summary> summarize(const Geometry& geometry,
                                         std::span<const std::vector<Quantity>> ensemble,
                                         std::size_t bin) const;
  /// Whether an ensemble has a picture of it, and what that shows.
  virtual bool has_graph() const { return false; }
  virtual Graph graph(const Geometry& geometry, std::span<const std::vector<Quantity>> ensemble,
                      std::size_t bin) const;
};

/// KEY_ratio, the numbers of one quantity divided by another that is one number, both the ensemble's means.
Summary ratios(std::span<const std::vector<Quantity>> ensemble, std::size_t quantity, std::size_t by,
               std::size_t bin);

/// An entry of the table.
struct ObservableKind {
  std::string name;
  std::string help;        ///< a line
  std::string parameters;  ///< as "RxT", empty where there are none; ":N" where they must be given
  std::function<std::unique_ptr<Observable>(const std::string& parameters)> make;
};

const std::vector<ObservableKind>& observable_kinds();

/// The observables of a list like "plaquette,wilson_loops:4x4". Throws Error(bad_value) that names the
/// nearest for an unknown one, for parameters that make no sense, and for a word that is there twice.
std::vector<std::unique_ptr<Observable>> make_observables(const std::string& list);

}  // namespace glueball
