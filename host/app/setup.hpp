// Makes the device and its options from the flags that all commands share.
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
#include "gpu/async_shader_compiler.hpp"
#include "gpu/device.hpp"
#include "io/configuration_file.hpp"
#include "run/provenance.hpp"

namespace glueball::app {

/// The device, its options, checks of memory, and the validation layers' verdict. The program makes one Setup
/// for a command and calls `validate` after it. A command takes its device from here.
class Setup {
 public:
  /// `flags` must outlive this object.
  explicit Setup(const CommonOptions& flags) : flags_(flags) {}

  const CommonOptions& flags() const { return flags_; }
  bool quiet() const { return flags_.quiet; }

  /// Returns the device of --device, with --validate and the cache; the first call opens it. Ranks take the
  /// names of a list in turn. With `auto`, ranks of one host take different devices of one kind. `window`:
  /// the device must be able to draw into a window; the first caller must say so. Throws Error(device) that
  /// says what to install if there is no device.
  gpu::Device& device(bool window = false);
  /// Asks the device, before it is opened, for statistics of the kernels that it compiles.
  void want_statistics() { statistics_ = true; }
  const gpu::DeviceInfo& info() { return device().info(); }

  /// Returns the device's preferred options, with --storage, --workgroup and --precision if given.
  LatticeOptions options();
  /// Returns the options for that size, with --half-format as well.
  LatticeOptions options(const Geometry& geometry);
  /// Returns `from` with --storage and --workgroup in place of its values, if given.
  LatticeOptions with_flags(LatticeOptions from) const;
  /// Returns `from`, which comes from `options`, with free choices measured, unless --no-tune. Nothing is
  /// measured on a domain, because ranks could then choose differently.
  LatticeOptions tuned(const Geometry& geometry, const TuneFor& what, LatticeOptions from);

  /// Runs `work` on a device that computes nothing, on a small lattice, to record the shaders that it needs.
  /// Other threads compile those that the cache lacks while the caller continues. This speeds up the first
  /// run of a kind; `kind` names it.
  void precompile(const std::string& kind,
                  const std::function<void(gpu::Device&, const Configuration&)>& work);

  /// Throws Error(device) unless the lattice fits each of the needs, one after the other. The message says
  /// how much is needed, how much there is, and what fits.
  void require_fits(const Geometry& geometry, const std::vector<MemoryNeed>& needs);
  /// Reads a configuration from a file. The header must show that it fits before links are read.
  io::ConfigurationFile read(const std::filesystem::path& path, const io::ReadOptions& options,
                             const MemoryNeed& need) {
    return read(path, options, std::vector{need});
  }
  io::ConfigurationFile read(const std::filesystem::path& path, const io::ReadOptions& options,
                             const std::vector<MemoryNeed>& needs);

  /// Reads a configuration on one or several ranks and returns this rank's part. `options` are those of the
  /// lattice to come, with its layers of ghosts. They receive this rank's domain, which is null on one rank.
  /// `checksum`, if given, receives on the first rank that of the whole file's links, as in PartOfFile.
  Configuration read_part(const std::filesystem::path& path, const io::ReadOptions& read,
                          const std::vector<MemoryNeed>& needs, LatticeOptions& options,
                          std::string* checksum = nullptr);

  /// Throws Error(device) if the validation layers reported anything. Call this before a result is written;
  /// the program calls it after every command.
  void validate() const;

  /// Returns this rank's domain of a lattice by --ranks and --load-balance, with so many layers of its
  /// neighbours' sites; null on one rank. This object owns it. Reports on stderr if devices are of several
  /// kinds. Throws as parse_ranks does.
  const Domain* domain(const Geometry& whole, int ghosts);

  /// Returns the provenance for outputs: program, device and seed.
  Provenance provenance(const LatticeOptions& options, std::uint64_t seed);

 private:
  const CommonOptions& flags_;
  std::unique_ptr<gpu::Device> device_;
  std::shared_ptr<gpu::ModuleCache> modules_;
  std::unique_ptr<gpu::AsyncShaderCompiler> shader_compiler_;
  std::vector<std::unique_ptr<Domain>> domains_;
  std::optional<DevicesOfRanks> devices_;
  std::vector<double> speeds_;  ///< measured speeds along t; empty if none were measured
  bool statistics_ = false;
};

}  // namespace glueball::app
