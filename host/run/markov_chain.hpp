// The interface of an algorithm that makes a Markov chain, for runs.
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

/// An algorithm and its own series. A record from the history of a resumed run counts like a new one: both
/// are passed to `count`.
class MarkovChain {
 public:
  virtual ~MarkovChain() = default;

  /// Makes step number `step`, a function of the links, the seed and the step alone. Throws
  /// Error(not_converged); the links are then those before the step.
  virtual void advance(int step) = 0;
  /// True if every step has a record; false if only those with measurements have.
  virtual bool records_every_step() const = 0;
  /// Returns the record of the last step; the caller adds observables.
  virtual StepRecord record() = 0;
  /// Throws Error(device) for a complete record that only a faulty device can make.
  virtual void check(const StepRecord& record) const { (void)record; }

  virtual const DeviceLattice& lattice() const = 0;
  virtual const GaugeField& links() = 0;
  virtual Configuration configuration() const = 0;
  /// Returns the boundary condition of measured quarks.
  virtual Boundary boundary() const { return kAntiperiodicInTime; }
  /// True if the state has more digits than a file of 32 bits.
  virtual bool in_double() const { return lattice().precision() == gpu::Precision::double_; }
  /// Returns the generators whose state is part of the chain's state, if random numbers are RANLUX's.
  virtual std::optional<ChainRanlux>& ranlux() = 0;
  /// Returns the lines of a configuration's xlf-info about the chain's parameters: "beta = 6, c1 = 0\n".
  virtual std::string parameters() const = 0;
  /// Returns the terms of its action.
  virtual std::vector<Monomial> monomials() const = 0;

  /// Calls `hook` at times within `advance`, when the device has finished; it must not change the links.
  virtual void on_pause(std::function<void()> hook) = 0;

  virtual void count(const StepRecord& record) = 0;
  /// Returns what is wrong with the chain and what to do, or nothing. `ended`: no step follows.
  virtual std::string warning(bool /*ended*/) const { return {}; }
};

}  // namespace glueball
