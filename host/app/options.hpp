// The command line: one CLI11 table per subcommand serves as flags, as keys of a TOML file and as
// --print-config.
#pragma once

#include <array>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "app/config_file.hpp"
#include "app/config_values.hpp"
#include "base/option_error.hpp"
#include "gpu/info.hpp"

namespace CLI {
class App;
}

namespace glueball::app {

/// What every subcommand takes.
struct CommonOptions {
  std::string config;           ///< --config FILE, already merged into the values when the command runs
  std::string device = "auto";  ///< auto, vulkan[:N] or opengl[:N]; by commas: of ranks in turn
  std::string storage = "auto";
  std::string precision = "single";   ///< of fields on the device, for commands with add_precision
  std::string half_format = "fixed";  ///< of half precision, for commands with add_half_format
  bool json = false;
  bool print_config = false;
  bool force = false;
  bool validate = false;
  bool quiet = false;
  bool no_cache = false;           ///< neither read nor write app/cache.hpp's directory
  bool no_tune = false;            ///< take the choices of preferred_options, not measured ones
  std::string transport = "auto";  ///< of messages between ranks: kTransports
  std::string overlap = "auto";    ///< of messages with work: on, off or auto
  std::string ranks = "auto";      ///< along x, y, z and t; auto: as few neighbours as can be
  std::string shares = "equal";    ///< of the time slices, for each domain along t; auto: by speed
  std::string together = "auto";   ///< iterations of solvers in one launch: on, off or auto
  int workgroup = 0;               ///< invocations of a workgroup; 0: measured, or what suits the device

  /// The storage asked for, or `preferred`.
  gpu::Storage storage_or(gpu::Storage preferred) const;
  gpu::Precision precision_of_fields() const;
  gpu::HalfFormat format_of_half() const;
  /// The directory of the cache; empty with --no-cache, or where there is none.
  std::filesystem::path cache() const;
};

/// Four numbers, written "8,8,8,16".
template <class Number>
struct Quadruple {
  std::array<Number, 4> values{};
  bool operator==(const Quadruple&) const = default;
};
using Four = Quadruple<int>;
/// Of a lattice with these extents; 0 where one is not positive.
inline std::size_t sites_of(const Four& extents) {
  std::size_t sites = 1;
  for (const int l : extents.values) sites *= std::size_t(l > 0 ? l : 0);
  return sites;
}
using FourReals = Quadruple<double>;
template <class Number>
std::istream& operator>>(std::istream&, Quadruple<Number>&);
template <class Number>
std::ostream& operator<<(std::ostream&, const Quadruple<Number>&);

/// Adds the common flags in their own group.
void add_common(CLI::App& command, CommonOptions& options);

/// Adds --precision with the names that the command knows, for example {"single", "double"}.
void add_precision(CLI::App& command, CommonOptions& options, const std::vector<std::string>& names);

/// Adds --half-format, for commands where something runs in half precision.
void add_half_format(CLI::App& command, CommonOptions& options, const std::string& group);

/// Parses `arguments` (without the program's name) into the tables below `root`. A `--config FILE` is read
/// first: its keys are the long flags of the subcommand, and flags given on the command line override them.
/// An option whose type name contains FILE may be given relative to the TOML file's folder. Returns the text
/// to print and stop, for --help and --version. Throws Error(bad_value) that names the nearest match for an
/// unknown subcommand, flag or key.
///
/// An option whose type name is kTable may be given several times; in the file it is a [[table]] of that
/// name, and flags on the command line replace all tables of theirs. `read`, where given, is what came from
/// the file.
struct ReadConfig {
  std::string file;
  std::vector<ConfigEntry> entries;

  /// "run.toml:7: monomial 2: ..." or "--monomial 2: ...".
  std::string located(const OptionError& error) const;
};
std::optional<std::string> parse(CLI::App& root, std::vector<std::string> arguments,
                                 ReadConfig* read = nullptr);
inline constexpr const char* kTable = "KEY=VALUE,...";
/// The names of the options that are tables.
std::vector<std::string> table_names(const CLI::App& command);

/// "key=value,key=value", the value of a kTable option, in pairs. Throws OptionError.
std::vector<std::pair<std::string, std::string>> table_pairs(const std::string& option, std::size_t index,
                                                             const std::string& value);

/// The values a parsed subcommand holds. --force, and --view with its --scene, are left out: they are words
/// about one directory and one screen at one time.
ConfigValues config_values(const CLI::App& command);
/// The same of the defaults.
ConfigValues default_config_values(const CLI::App& command);

}  // namespace glueball::app
