// The command line: one CLI11 table for each subcommand defines its flags, the keys of a TOML file and the
// output of --print-config.
#pragma once

#include <array>
#include <filesystem>
#include <initializer_list>
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

/// The flags that commands share (add_common).
struct CommonOptions {
  std::string config;           ///< --config FILE, already merged into the values when the command runs
  std::string preset;           ///< --preset NAME, merged likewise
  std::string device = "auto";  ///< auto, vulkan[:N] or opengl[:N]; several by commas go to the ranks in turn
  std::string storage = "auto";
  std::string precision = "single";   ///< precision of fields on the device, for commands with add_precision
  std::string half_format = "fixed";  ///< format of half precision, for commands with add_half_format
  bool json = false;
  bool print_config = false;
  bool force = false;
  bool validate = false;
  bool quiet = false;
  bool no_cache = false;           ///< neither read nor write the directory of app/cache.hpp
  bool no_tune = false;            ///< take the choices of preferred_options, not measured ones
  std::string transport = "auto";  ///< way of messages between ranks: kTransports
  std::string overlap = "auto";    ///< messages overlap with computation: on, off or auto
  std::string ranks = "auto";      ///< ranks along x, y, z and t; auto: as few neighbours' sites as possible
  std::string load_balance = "equal";  ///< shares of the time slices for each domain along t; auto: by speed
  std::string persistent_cg = "auto";  ///< many solver iterations in one launch: on, off or auto
  int workgroup = 0;                   ///< invocations of a workgroup; 0: measured, or the device's default

  /// Returns the storage asked for; `preferred` if none was.
  gpu::Storage storage_or(gpu::Storage preferred) const;
  gpu::Precision precision_of_fields() const;
  gpu::HalfFormat format_of_half() const;
  /// Returns the directory of the cache; empty with --no-cache, or if there is none.
  std::filesystem::path cache() const;
};

/// Four numbers, which are written as "8,8,8,16".
template <class Number>
struct Quadruple {
  std::array<Number, 4> values{};
  bool operator==(const Quadruple&) const = default;
};
using Four = Quadruple<int>;
/// Returns the number of sites of a lattice with these extents; 0 if one is not positive.
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

/// Common flags that act on some commands only.
enum class FlagGroup {
  cache,    ///< --no-cache; it comes with `device` as well
  device,   ///< --device and --validate: the command opens a device
  fields,   ///< --storage and --workgroup: the command has fields on it
  tuning,   ///< --no-tune: the command measures what is fastest
  solvers,  ///< --persistent-cg: Wilson or twisted-mass quarks may be solved for
  ranks,    ///< --ranks, --load-balance, --transport and --overlap: the lattice may be split
  output,   ///< --force: the command writes files
};
inline constexpr std::initializer_list<FlagGroup> kAllFlags{
    FlagGroup::cache,   FlagGroup::device, FlagGroup::fields, FlagGroup::tuning,
    FlagGroup::solvers, FlagGroup::ranks,  FlagGroup::output};

/// Adds the common flags under one heading: those of `groups`, and --config, --preset, --json, --quiet and
/// --print-config, which all commands have. A flag of another group is refused by `parse`.
void add_common(CLI::App& command, CommonOptions& options, std::initializer_list<FlagGroup> groups);
/// True if some command has the common flag --name.
bool is_common_flag(const std::string& name);

/// Adds --precision with the names that the command knows, for example {"single", "double"}.
void add_precision(CLI::App& command, CommonOptions& options, const std::vector<std::string>& names);

/// Adds --half-format, for commands where something runs in half precision.
void add_half_format(CLI::App& command, CommonOptions& options, const std::string& group);

/// Parses `arguments` (without the program's name) into the tables below `root`. A `--config FILE` is read
/// first: its keys are the long flags of the subcommand, and flags on the command line override them. An
/// option whose type name contains FILE may be given relative to the TOML file's folder. Returns the text to
/// print before stopping, for --help and --version. Throws Error(bad_value) that names the nearest match for
/// an unknown subcommand, flag or key.
///
/// An option whose type name is kTable may be given several times. In the file it is a [[table]] of that
/// name. Flags on the command line replace all tables of theirs. `read`, if given, receives the entries of
/// the file.
struct ReadConfig {
  std::string file;
  std::vector<ConfigEntry> entries;

  /// Returns "run.toml:7: monomial 2: ..." or "--monomial 2: ...".
  std::string located(const OptionError& error) const;
};
std::optional<std::string> parse(CLI::App& root, std::vector<std::string> arguments,
                                 ReadConfig* read = nullptr);
inline constexpr const char* kTable = "KEY=VALUE,...";
/// Returns the names of the options that are tables.
std::vector<std::string> table_names(const CLI::App& command);

/// Splits "key=value,key=value", the value of a kTable option, into pairs. Throws OptionError.
std::vector<std::pair<std::string, std::string>> table_pairs(const std::string& option, std::size_t index,
                                                             const std::string& value);

/// Returns the values of a parsed subcommand. --force, and --view with its --scene, are left out: they
/// concern one directory and one screen at one time.
ConfigValues config_values(const CLI::App& command);
/// Returns the default values of a subcommand.
ConfigValues default_config_values(const CLI::App& command);

}  // namespace glueball::app
