// What a run asks of the algorithm that makes its chain.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "field/field.hpp"
#include "lattice/boundary.hpp"
#include "lattice/configuration.hpp"
#include "run/step_record.hpp"
#include "update/chain_ranlux.hpp"
#include "update/hmc_parameters.hpp"

namespace glueball {

/// An algorithm and its own series, as a run sees them. A record counts the same whether it was made here or
/// read from the history of the run that is resumed: both come in by `count`.
class MarkovChain {
 public:
  virtual ~MarkovChain() = default;

  /// Step number `step`: a function of the links, the seed and the step alone. Throws Error(not_converged);
  /// the links are then those before it.
  virtual void advance(int step) = 0;
  /// Whether every step is recorded, or only those after which observables are measured.
  virtual bool records_every_step() const = 0;
  /// What is known of the last step; observables are added by who asks.
  virtual StepRecord record() = 0;
  /// Throws Error(device) for a record, complete now, that no healthy device makes.
  virtual void check(const StepRecord& record) const { (void)record; }

  virtual const DeviceLattice& lattice() const = 0;
  virtual const GaugeField& links() = 0;
  virtual Configuration configuration() const = 0;
  /// Of quarks that are measured.
  virtual Boundary boundary() const { return kAntiperiodicInTime; }
  /// Whether the state has more digits than a file of 32 bits holds.
  virtual bool in_double() const { return lattice().precision() == gpu::Precision::double_; }
  /// Generators whose state is the chain's beside the links, where the random numbers are RANLUX's.
  virtual std::optional<ChainRanlux>& ranlux() = 0;
  /// Lines of a configuration's xlf-info that say whose it is: "beta = 6, c1 = 0\n".
  virtual std::string parameters() const = 0;
  /// The terms of its action.
  virtual std::vector<Monomial> monomials() const = 0;

  /// Calls `hook` now and then in the middle of `advance`, the device done; it must leave the links alone.
  virtual void on_pause(std::function<void()> hook) = 0;

  virtual void count(const StepRecord& record) = 0;
};

}  // namespace glueball
