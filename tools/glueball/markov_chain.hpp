// What a run asks of the algorithm that makes its chain.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "lattice/configuration.hpp"
#include "lattice/field.hpp"
#include "update/chain_ranlux.hpp"

namespace glueball::app {

using Json = nlohmann::ordered_json;

/// What a step leaves in history.jsonl, physics and diagnostics apart. --json prints it on one level.
struct StepRecord {
  Json physics, diagnostics;
};

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
  /// What is known of the last step, "beta" first. Called before the observables are added.
  virtual StepRecord record() = 0;
  /// Throws Error(device) for a record, complete now, that no healthy device makes.
  virtual void check(int step, const StepRecord& record) const = 0;

  virtual const DeviceLattice& lattice() const = 0;
  virtual const GaugeField& links() = 0;
  virtual Configuration configuration() const = 0;
  /// Whether the state has more digits than a file of 32 bits holds.
  virtual bool in_double() const { return lattice().precision() == gpu::Precision::double_; }
  /// Generators whose state is the chain's beside the links, where the random numbers are RANLUX's.
  virtual std::optional<ChainRanlux>& ranlux() = 0;
  /// Lines of a configuration's xlf-info that say whose it is: "beta = 6, c1 = 0\n".
  virtual std::string parameters() const = 0;

  /// Calls `hook` now and then in the middle of `advance`, the device done; it must leave the links alone.
  virtual void on_pause(std::function<void()> hook) = 0;

  virtual void count(int step, const StepRecord& record) = 0;
  /// A few words for the progress line.
  virtual std::string note() const = 0;
  /// What its own series say, as keys and as rows of text; before and after the observables in the latter.
  virtual void summarize(Json& summary) = 0;
  virtual std::string rows_before() const { return {}; }
  virtual std::string rows_after() = 0;
};

}  // namespace glueball::app
