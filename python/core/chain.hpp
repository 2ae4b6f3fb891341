// A Markov chain that Python drives step by step, as the program does.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/chain_recipe.hpp"
#include "core/device_lock.hpp"
#include "options/heatbath_options.hpp"
#include "options/hmc_options.hpp"
#include "run/chain_run.hpp"
#include "run/last_configuration.hpp"

namespace glueball::python {

class Chain {
 public:
  /// From `start`, or where it is null from what the options say: of those that resume a run from its last
  /// configuration. `config`: the options. With `keep` it has their directory. Throws as the program's
  /// commands do.
  Chain(DevicePointer device, const Configuration* start, const app::ChainOptions& options,
        const app::ChainRecipe& recipe, app::ConfigValues config, bool keep);
  ~Chain();

  Device& device() { return *device_; }
  const DevicePointer& device_pointer() { return device_; }
  MarkovChain& chain() { return *chain_; }
  ChainRun& run() { return *run_; }
  /// Opens a window on the chain, in which `step` draws; `scene` in flags of glueball view. To be called, as
  /// all steps then, on the thread that opened the device, for a window. Throws Error(device) where none can
  /// be.
  void show(const std::string& scene);
  std::optional<StepRecord> step();
  const ChainSettings& settings() const { return settings_; }
  /// Empty where it has none.
  std::string directory() const { return directory_ ? directory_->path().string() : ""; }
  /// All options, as TOML.
  const std::string& config() const { return config_; }
  /// What a run that goes on has left out of its directory, and why.
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  Configuration first(const Configuration* start, const app::ChainOptions& o, const MemoryNeed& need);
  /// `reads_start`: the file to start from is read, and must not be cleared away.
  void open_directory(const app::ChainOptions& o, const app::ChainRecipe& recipe,
                      const app::ConfigValues& config, bool reads_start, bool keep);
  /// Takes what belongs to it into past_, done_ and random_.
  Configuration last(const app::ChainOptions& o, const std::string& count, const MemoryNeed& need);

  DevicePointer device_;
  ChainSettings settings_;
  std::string config_, start_checksum_;
  std::unique_ptr<RunDirectory> directory_;
  PastHistory past_{};  ///< of the run that goes on, until step done_
  int done_ = 0;
  std::optional<io::RanluxState> random_;
  std::vector<std::string> left_out_;
  std::unique_ptr<MarkovChain> chain_;
  std::unique_ptr<ChainRun> run_;
  std::unique_ptr<app::RunWindow> window_;
  std::optional<StepRecord> last_;  ///< that the window was told of
};

struct EndOfChain {
  void operator()(Chain* chain) const {
    use_or_leave(chain->device(), [device = chain->device_pointer(), chain] { delete chain; });
  }
};
using ChainPointer = std::unique_ptr<Chain, EndOfChain>;

}  // namespace glueball::python
