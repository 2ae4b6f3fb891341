#include "app/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <istream>
#include <ostream>
#include <sstream>

#include "app/cache.hpp"
#include "app/config_argument.hpp"
#include "app/config_file.hpp"
#include "app/paths.hpp"
#include "app/same_run.hpp"
#include "app/validators.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "base/nearest.hpp"
#include "tune/tuned_choices.hpp"

namespace glueball::app {
namespace {

bool is_config_key(const std::string& name) {
  return name != "help" && name != "config" && name != "print-config" && name != "resume";
}

bool is_input_file(const CLI::Option& option) {
  return option.get_type_name().find("FILE") != std::string::npos;
}

bool is_table(const CLI::Option& option) { return option.get_type_name() == kTable; }

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

/// Whether its value is a name, in which digits are letters like others.
bool is_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  for (const char* word : {"FILE", "DIR", "PATH", "NAME", "KIND", "SOURCE", "URI", "TEXT"})
    if (type.find(word) != std::string::npos) return true;
  return is_table(option) || is_flag(option);
}

std::vector<std::string> long_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options({}))
    for (const auto& name : option->get_lnames()) names.push_back(name);
  return names;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<std::string> command_names(const CLI::App& root) {
  std::vector<std::string> names;
  for (const CLI::App* command : root.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

void check_flags(const CLI::App& root, const CLI::App& command, const std::vector<std::string>& arguments) {
  auto names = long_names(command);
  for (const auto& argument : arguments) {
    if (argument == "--") return;
    if (!argument.starts_with("--")) continue;
    const auto equals = argument.find('=');
    const std::string name = argument.substr(2, equals - 2);
    // The parser would take the next word for the value.
    if (equals + 1 == argument.size())
      throw Error(ErrorKind::bad_value, fmt::format("--{}= has no value", name),
                  "give one right after the =, or leave the flag out");
    if (contains(names, name)) continue;
    for (auto& n : names) n = "--" + n;
    const std::string help = root.get_name() + " " + command.get_name() + " --help lists all";
    throw Error(ErrorKind::bad_value, fmt::format("{}: unknown flag '--{}'", command.get_name(), name),
                did_you_mean("--" + name, names, help));
  }
}

bool takes_several(const CLI::Option& option) {
  return option.get_items_expected_max() > 1 && option.get_delimiter() == '\0' && !is_table(option);
}

/// What a value in the file gives to the option: files are parted by semicolons.
std::vector<std::string> values_of(const CLI::Option& option, const std::string& value) {
  if (!is_input_file(option) || !takes_several(option)) return {value};
  return CLI::detail::split(value, ';');
}

/// An option that takes several has gathered those of the file and, after them, those of the command line:
/// these alone count.
void drop_overridden(CLI::App& command, const std::vector<ConfigEntry>& entries) {
  for (CLI::Option* option : command.get_options({})) {
    if (!takes_several(*option) || option->get_lnames().empty()) continue;
    std::size_t from_file = 0;
    for (const auto& entry : entries)
      if (entry.key == option->get_lnames().front()) from_file += values_of(*option, entry.value).size();
    const auto given = option->results();
    if (from_file == 0 || given.size() <= from_file) continue;
    option->clear();
    for (std::size_t n = from_file; n < given.size(); ++n) option->add_result(given[n]);
    option->run_callback();
  }
}

std::vector<std::string> config_arguments(const CLI::App& command, const std::string& file,
                                          const std::vector<ConfigEntry>& entries) {
  auto names = long_names(command);
  std::erase_if(names, [](const std::string& name) { return !is_config_key(name); });
  std::vector<std::string> arguments;
  for (const auto& entry : entries) {
    if (!contains(names, entry.key)) {
      throw Error(ErrorKind::bad_value,
                  fmt::format("{}:{}: unknown key '{}'", file, entry.line, shown(entry.key)),
                  did_you_mean(entry.key, names, fmt::format("{} --help lists all", command.get_name())));
    }
    if (entry.value.empty())
      throw Error(ErrorKind::bad_value, fmt::format("{}:{}: '{}' has no value", file, entry.line, entry.key),
                  "give one, or take the line out");
    const CLI::Option& option = *command.get_option("--" + entry.key);
    if (is_flag(option) && entry.value != "true" && entry.value != "false")
      throw Error(ErrorKind::bad_value,
                  fmt::format("{}:{}: '{}' is '{}'", file, entry.line, entry.key, shown(entry.value)),
                  "it is true or false");
    for (std::string value : values_of(option, entry.value)) {
      if (is_input_file(option)) {
        const auto beside = std::filesystem::path(file).parent_path() / value;
        std::error_code error;
        if (std::filesystem::path(value).is_relative() && std::filesystem::is_regular_file(beside, error))
          value = beside.string();
      }
      arguments.push_back("--" + entry.key + "=" + value);
    }
  }
  return arguments;
}

/// The parser's "Could not convert: --lattice = 4,4" with what the option takes: "--lattice: '4,4' is no
/// X,Y,Z,T".
std::string readable(const CLI::App& root, const std::string& what) {
  constexpr std::string_view begin = "Could not convert: ";
  const auto equals = what.find(" = ");
  if (!what.starts_with(begin) || equals == std::string::npos) return what;
  const std::string name = what.substr(begin.size(), equals - begin.size());
  for (const CLI::App* command : root.get_subcommands())
    if (const CLI::Option* option = command->get_option_no_throw(name))
      return fmt::format("{}: '{}' is no {}", name, what.substr(equals + 3), option->get_type_name());
  return what;
}

/// Whether the parser complains of what the file says, not of what the flag was given in its place.
bool is_about(const std::string& what, const ConfigEntry& entry, const std::optional<std::string>& flag) {
  const std::string name = "--" + entry.key;
  const auto at = what.find(name);
  const char next = at == std::string::npos || at + name.size() == what.size() ? ' ' : what[at + name.size()];
  if (at == std::string::npos || std::isalnum(static_cast<unsigned char>(next)) || next == '-') return false;
  return !flag || (*flag != entry.value && what.find("'" + entry.value + "'") != std::string::npos);
}

/// What an option was given, several times by way of what it is parted by, or of semicolons.
std::string joined(const CLI::Option& option, const std::vector<std::string>& values) {
  const char between = option.get_delimiter() != '\0' ? option.get_delimiter() : ';';
  std::string text;
  for (const auto& value : values) text += (text.empty() ? "" : std::string(1, between)) + value;
  return text;
}

/// Of names that values_of will part again.
void require_no_semicolon(const CLI::Option& option) {
  if (!is_input_file(option) || !takes_several(option)) return;
  for (const std::string& name : option.results())
    if (name.find(';') != std::string::npos)
      throw Error(ErrorKind::bad_value,
                  fmt::format("--{}: a semicolon in a name, '{}'", option.get_lnames().front(), shown(name)),
                  "choose another name: config.toml parts names by it");
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return CLI::detail::trim(text);
}

/// As they were given, or as they are where nothing is.
ConfigValues values_held(const CLI::App& command, bool given) {
  ConfigValues values(command.get_name());
  for (const CLI::Option* option : command.get_options({})) {
    if (option->get_lnames().empty()) continue;
    if (is_table(*option)) {
      if (!given) continue;
      for (const auto& table : option->results()) values.add_table(option->get_lnames().front(), table);
      continue;
    }
    const std::string& name = option->get_lnames().front();
    if (name == "force" || name == "view" || name == "scene" || !is_config_key(name)) continue;
    if (given) require_no_semicolon(*option);
    std::string value =
        given && option->count() > 0 ? joined(*option, option->reduced_results()) : option->get_default_str();
    if (is_flag(*option) && value.empty()) value = "false";
    if (value.empty()) continue;
    // A word that it stands at, such as cold, names no file.
    if (is_input_file(*option) && value != option->get_default_str()) {
      std::vector<std::string> files = values_of(*option, value);
      std::error_code error;
      for (std::string& file : files)
        if (const auto path = find_input(file); std::filesystem::is_regular_file(path, error))
          file = std::filesystem::weakly_canonical(path).string();
      value = joined(*option, files);
    }
    values.add(option->get_group(), name, value);
  }
  return values;
}

}  // namespace

gpu::Storage CommonOptions::storage_or(gpu::Storage preferred) const {
  for (auto s : {gpu::Storage::buffer, gpu::Storage::texel, gpu::Storage::image})
    if (storage == gpu::to_string(s)) return s;
  return preferred;
}

std::filesystem::path CommonOptions::cache() const {
  return no_cache ? std::filesystem::path() : cache_directory();
}

template <class Number>
std::istream& operator>>(std::istream& in, Quadruple<Number>& four) {
  for (int i = 0; i < 4; ++i) {
    if (i > 0 && in.get() != ',') in.setstate(std::ios::failbit);
    in >> four.values[i];
  }
  return in;
}

template <class Number>
std::ostream& operator<<(std::ostream& out, const Quadruple<Number>& four) {
  for (int i = 0; i < 4; ++i) out << (i ? "," : "") << four.values[i];
  return out;
}

template std::istream& operator>>(std::istream&, Four&);
template std::ostream& operator<<(std::ostream&, const Four&);
template std::istream& operator>>(std::istream&, FourReals&);
template std::ostream& operator<<(std::ostream&, const FourReals&);

gpu::Precision CommonOptions::precision_of_fields() const {
  return precision == "half"     ? gpu::Precision::half
         : precision == "double" ? gpu::Precision::double_
                                 : gpu::Precision::single;
}

void add_precision(CLI::App& command, CommonOptions& o, const std::vector<std::string>& names) {
  command.add_option("--precision", o.precision, "of fields on the device: " + alternatives(names))
      ->type_name("NAME")
      ->capture_default_str()
      ->check(one_of(names))
      ->group("Device and output");
}

gpu::HalfFormat CommonOptions::format_of_half() const {
  return half_format == gpu::to_string(gpu::HalfFormat::floating) ? gpu::HalfFormat::floating
                                                                  : gpu::HalfFormat::fixed;
}

void add_half_format(CLI::App& command, CommonOptions& o, const std::string& group) {
  command
      .add_option("--half-format", o.half_format,
                  "numbers of half precision: fixed, 16-bit integers, or float, 16-bit floats, ten times as "
                  "coarse but with less "
                  "to decode")
      ->type_name("NAME")
      ->capture_default_str()
      ->check(one_of({"fixed", "float"}))
      ->group(group);
}

void add_common(CLI::App& command, CommonOptions& o) {
  const std::string group = "Device and output";
  command
      .add_option("--config", o.config, "TOML file; every long flag is a key, flags given here override it")
      ->type_name("FILE")
      ->group(group);
  command
      .add_option("--device", o.device,
                  "device: auto, vulkan[:N] or opengl[:N], for several ranks in turn by commas; 'glueball "
                  "devices' lists them")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(group);
  command.add_option("--storage", o.storage, "where fields live: auto, buffer, texel or image")
      ->type_name("KIND")
      ->check(one_of({"auto", "buffer", "texel", "image"}))
      ->capture_default_str()
      ->group(group);
  command
      .add_option(
          "--ranks", o.ranks,
          "domains along x, y, z and t, one for each process that mpirun starts; auto: those with the "
          "smallest surface")
      ->type_name("X,Y,Z,T")
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--shares", o.shares,
                  "time slices of the domains along t, in proportion, where devices differ: 3,1; auto: by "
                  "their speed; equal")
      ->type_name("LIST")
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--transport", o.transport,
                  "how ghosts reach neighbouring ranks: messages (MPI), shared (memory of their host), cuda "
                  "(from one "
                  "NVIDIA GPU to the other), or auto, the fastest that works")
      ->type_name("KIND")
      ->check(one_of({std::begin(kTransports), std::end(kTransports)}))
      ->capture_default_str()
      ->group(group);
  command
      .add_option(
          "--overlap", o.overlap,
          "whether devices work on while ghosts are on their way to ranks before and after in time: on, "
          "off, or auto, where GPUs do")
      ->type_name("WHEN")
      ->check(one_of({"auto", "on", "off"}))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--together", o.together,
                  "whether iterations of solvers share a launch, in which a GPU's workgroups wait for each "
                  "other: on, off, or auto, on lattices small enough to gain by it; never on CPU drivers")
      ->type_name("WHEN")
      ->check(one_of({"auto", "on", "off"}))
      ->capture_default_str()
      ->group(group);
  std::vector<std::string> sizes{"0"};
  for (const int size : kWorkgroupSizes) sizes.push_back(std::to_string(size));
  command.add_option("--workgroup", o.workgroup, "invocations of a workgroup, a multiple of 32; 0: measured")
      ->type_name("COUNT")
      ->check(one_of(sizes))
      ->capture_default_str()
      ->group(group);
  command
      .add_flag("--no-tune", o.no_tune,
                "measure nothing: storage and workgroups as they suit most devices of a kind")
      ->group(group);
  command
      .add_flag(
          "--no-cache", o.no_cache,
          "neither read nor write ~/.cache/glueball (or $XDG_CACHE_HOME/glueball, or $GLUEBALL_CACHE), where "
          "measured choices, optimised shaders and compiled pipelines are kept")
      ->group(group);
  command.add_flag("--json", o.json, "one JSON object per line on stdout")->group(group);
  command.add_flag("--quiet", o.quiet, "no progress, no talk on stderr; errors stay")->group(group);
  command.add_flag("--validate", o.validate, "driver validation layers on; any message is an error")
      ->group(group);
  command.add_flag("--force", o.force, "overwrite existing output")->group(group);
  command.add_flag("--print-config", o.print_config, "print all values as TOML, with --json too, and stop")
      ->group(group);
}

std::vector<std::string> table_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options({}))
    if (is_table(*option)) names.push_back(option->get_lnames().front());
  return names;
}

std::vector<std::pair<std::string, std::string>> table_pairs(const std::string& option, std::size_t index,
                                                             const std::string& value) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& item : CLI::detail::split(value, ',')) {
    const auto equals = item.find('=');
    if (equals == std::string::npos || equals == 0)
      throw OptionError(option, index, "", fmt::format("'{}' is no key=value", item),
                        "give key=value,key=value");
    pairs.emplace_back(item.substr(0, equals), item.substr(equals + 1));
    for (std::size_t n = 0; n + 1 < pairs.size(); ++n)
      if (pairs[n].first == pairs.back().first)
        throw OptionError(option, index, pairs[n].first, "it is given twice");
  }
  return pairs;
}

std::string ReadConfig::located(const OptionError& error) const {
  std::size_t n = 0;
  for (const auto& entry : entries) {
    if (entry.key != error.option() || n++ != error.index()) continue;
    const auto line = entry.lines.find(error.key());
    return fmt::format("{}:{}: {}", file, line == entry.lines.end() ? entry.line : line->second,
                       shortened(worded(error), entry));
  }
  return std::string("--") + worded(error);
}

std::optional<std::string> parse(CLI::App& root, std::vector<std::string> arguments, ReadConfig* read) {
  const std::vector<std::string> given_flags = arguments;
  std::vector<ConfigEntry> entries;
  std::string file;
  if (!arguments.empty() && !arguments.front().starts_with("-")) {
    const auto names = command_names(root);
    if (!contains(names, arguments.front())) {
      throw Error(ErrorKind::bad_value, fmt::format("unknown command '{}'", arguments.front()),
                  did_you_mean(arguments.front(), names, root.get_name() + " --help lists them"));
    }
    CLI::App* command = root.get_subcommand(arguments.front());
    for (CLI::Option* option : command->get_options({})) {
      option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
      if (!is_name(*option)) option->transform(decimal_number());
    }
    check_flags(root, *command, arguments);
    if (const auto given = config_argument(arguments)) {
      file = given->file;
      if (given->of_run) {
        std::istringstream text(sealed_text(file));
        entries = read_config(text, file, command->get_name(), table_names(*command));
        for (const auto& name : table_names(*command))
          if (const auto tables = values_given(arguments, name); !tables.empty())
            require_same_tables(file, name, entries, tables);
      } else {
        entries = read_config(file, command->get_name(), table_names(*command));
      }
      // Lists of the command line stand in place of the file's, they do not go on with them.
      std::vector<std::string> lists = table_names(*command);
      for (const CLI::Option* option : command->get_options({}))
        if (option->get_items_expected_max() > 1 && !option->get_lnames().empty())
          lists.push_back(option->get_lnames().front());
      for (const auto& name : lists)
        if (value_given(arguments, name))
          std::erase_if(entries, [&](const ConfigEntry& e) { return e.key == name; });
      const auto more = config_arguments(*command, file, entries);
      arguments.insert(arguments.begin() + 1, more.begin(), more.end());
      if (read) *read = {file, entries};
    }
  }
  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    root.parse(arguments);
    for (CLI::App* command : root.get_subcommands()) drop_overridden(*command, entries);
  } catch (const CLI::CallForHelp&) {
    return root.help();
  } catch (const CLI::CallForAllHelp&) {
    return root.help("", CLI::AppFormatMode::All);
  } catch (const CLI::CallForVersion& version) {
    return std::string(version.what()) + "\n";
  } catch (const CLI::ParseError& error) {
    std::string what = readable(root, one_line(error.what()));
    for (const auto& entry : entries)
      if (is_about(what, entry, value_given(given_flags, entry.key)))
        what = fmt::format("{} ({}:{})", shortened(what, entry), file, entry.line);
    throw Error(ErrorKind::bad_value, what, "see --help");
  }
  return std::nullopt;
}

ConfigValues config_values(const CLI::App& command) { return values_held(command, true); }

ConfigValues default_config_values(const CLI::App& command) { return values_held(command, false); }

}  // namespace glueball::app
