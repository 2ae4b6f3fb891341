// What a command that works on a device has from the flags that all commands share.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/options.hpp"
#include "app/tuning.hpp"
#include "comm/domain.hpp"
#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "gpu/device.hpp"
#include "gpu/modules_ahead.hpp"
#include "io/configuration_file.hpp"
#include "run/provenance.hpp"

namespace glueball::app {

/// The device, its options, whether a lattice fits, and whether the validation layers were content. The
/// program makes one for the command it runs and calls `validate` after it: a command has its device from
/// here, or none.
class Setup {
 public:
  /// `flags` must outlive it.
  explicit Setup(const CommonOptions& flags) : flags_(flags) {}

  const CommonOptions& flags() const { return flags_; }
  bool quiet() const { return flags_.quiet; }

  /// The device of --device, with --validate and the cache; opened when it is first asked for. Of several
  /// names each rank takes its own, in turn. Ranks of one host take one after the other of those that are
  /// like the one of `auto`. `window`: it must be able to draw into one, to be said by the first who asks.
  /// Throws Error(device) that says what to install when there is none at all.
  gpu::Device& device(bool window = false);
  /// The device, once it is opened, tells of the kernels that it compiles.
  void want_statistics() { statistics_ = true; }
  const gpu::DeviceInfo& info() { return device().info(); }

  /// What suits the device, with --storage, --workgroup and --precision, where these are given.
  LatticeOptions options();
  /// The same where it depends on precision and size, with --half-format.
  LatticeOptions options(const Geometry& geometry);
  /// With --storage and --workgroup in place of what `from` has, where they are given.
  LatticeOptions with_flags(LatticeOptions from) const;
  /// `from`, which comes from `options`, and what the flags leave open measured, unless --no-tune; of a
  /// domain nothing is, since ranks might choose otherwise each.
  LatticeOptions tuned(const Geometry& geometry, const TuneFor& what, LatticeOptions from);

  /// Runs `work` on paper, on a small lattice, and makes the shaders that it asks for and the cache lacks on
  /// other threads, while this one goes on: for the first run of a kind. `kind` tells one from another.
  void rehearse(const std::string& kind, const std::function<void(gpu::Device&, const Configuration&)>& work);

  /// Throws Error(device) that says how much is needed, how much there is, and what fits, unless the lattice
  /// does for each of the needs, one after the other.
  void require_fits(const Geometry& geometry, const std::vector<MemoryNeed>& needs);
  /// A configuration from a file, once its header says that it fits: links are read after that.
  io::ConfigurationFile read(const std::filesystem::path& path, const io::ReadOptions& options,
                             const MemoryNeed& need) {
    return read(path, options, std::vector{need});
  }
  io::ConfigurationFile read(const std::filesystem::path& path, const io::ReadOptions& options,
                             const std::vector<MemoryNeed>& needs);

  /// The same where there may be several ranks, of which each gets its part. `options` are those of the
  /// lattice to come, with the layers of ghosts that it needs; they know this rank's domain afterwards, which
  /// is null where there is one rank. `checksum`, where given, becomes that of the whole file's links on the
  /// first rank, as PartOfFile has it.
  Configuration read_part(const std::filesystem::path& path, const io::ReadOptions& read,
                          const std::vector<MemoryNeed>& needs, LatticeOptions& options,
                          std::string* checksum = nullptr);

  /// Throws Error(device) where the validation layers had something to say. To be called before a result is
  /// written; after the command it is called anyway.
  void validate() const;

  /// This rank's domain of a lattice by --ranks and --shares, with room for so many layers of its neighbours;
  /// null where there is one rank. Throws as parse_ranks does. It lives as long as this. Says it where
  /// devices are of several kinds.
  const Domain* domain(const Geometry& whole, int ghosts);

  /// Who computes, for the outputs.
  Provenance stamp(const LatticeOptions& options, std::uint64_t seed);

 private:
  const CommonOptions& flags_;
  std::unique_ptr<gpu::Device> device_;
  std::shared_ptr<gpu::ModuleCache> modules_;
  std::unique_ptr<gpu::ModulesAhead> ahead_;
  std::vector<std::unique_ptr<Domain>> domains_;
  std::optional<DevicesOfRanks> devices_;
  std::vector<double> speeds_;  ///< along t, where they were measured
  bool statistics_ = false;
};

}  // namespace glueball::app
