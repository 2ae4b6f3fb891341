#include "app/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include "app/config_argument.hpp"
#include "app/config_file.hpp"
#include "app/help_format.hpp"
#include "app/how_to_resume.hpp"
#include "app/option_kinds.hpp"
#include "app/option_needs.hpp"
#include "app/renamed_options.hpp"
#include "app/same_run.hpp"
#include "app/table_settings.hpp"
#include "app/validators.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "base/nearest.hpp"

namespace glueball::app {
namespace {

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

/// Returns a hint for a word that other programs use for a flag; empty if there is none.
std::string meant_by(const std::string& name, const CLI::App& command) {
  static const std::vector<std::pair<std::string, std::string>> meanings = {{"sweeps", "trajectories"},
                                                                            {"trajectories", "sweeps"},
                                                                            {"nsteps", "steps"},
                                                                            {"size", "lattice"},
                                                                            {"volume", "lattice"},
                                                                            {"dims", "lattice"},
                                                                            {"out", "output"},
                                                                            {"start-from", "start"},
                                                                            {"init", "start"},
                                                                            {"restart", "resume"},
                                                                            {"continue", "resume"},
                                                                            {"therm", "thermalization"},
                                                                            {"warmup", "thermalization"},
                                                                            {"measurements", "observables"},
                                                                            {"gpu", "device"},
                                                                            {"hopping", "kappa"},
                                                                            {"traj", "trajectories"},
                                                                            {"ntraj", "trajectories"},
                                                                            {"n-steps", "steps"},
                                                                            {"md-steps", "steps"},
                                                                            {"length", "tau"},
                                                                            {"trajectory-length", "tau"},
                                                                            {"residual", "tolerance"},
                                                                            {"precision", "inner"},
                                                                            {"maxiter", "max-iterations"},
                                                                            {"quark", "action"},
                                                                            {"fermion", "action"},
                                                                            {"bc", "boundary"},
                                                                            {"np", "ranks"},
                                                                            {"mpi", "ranks"},
                                                                            {"processes", "ranks"},
                                                                            {"platform", "device"},
                                                                            {"backend", "device"},
                                                                            {"flow-time", "time"},
                                                                            {"png", "plot"},
                                                                            {"save-every", "save-interval"},
                                                                            {"dt", "steps"}};
  for (const auto& [word, flag] : meanings)
    if (word == name && command.get_option_no_throw("--" + flag) != nullptr)
      return fmt::format("did you mean '--{}'?", flag);
  static const std::vector<std::string> of_monomials = {"mass", "heavy-mass", "mu",       "heavy-mu",
                                                        "csw",  "c1",         "flavours", "theta"};
  if (contains(of_monomials, name) && command.get_option_no_throw("--set") != nullptr)
    return fmt::format(
        "it belongs to one term of the action: --set monomial.NAME.{0}=VALUE with --config, or "
        "--monomial kind=...,level=0,{0}=VALUE",
        name);
  return {};
}

void check_flags(const CLI::App& root, const CLI::App& command, const std::vector<std::string>& arguments) {
  auto names = long_names(command);
  for (const auto& argument : arguments) {
    if (argument == "--") return;
    if (!argument.starts_with("--")) continue;
    const auto equals = argument.find('=');
    const std::string name = argument.substr(2, equals - 2);
    // The parser would take the next word as the value.
    if (equals + 1 == argument.size())
      throw Error(ErrorKind::bad_value, fmt::format("--{}= has no value", name),
                  "give one right after the =, or leave the flag out");
    if (contains(names, name)) continue;
    if (is_common_flag(present_name(name)))
      throw Error(ErrorKind::bad_value, fmt::format("{}: --{} does not act here", command.get_name(), name),
                  "leave it out");
    for (auto& n : names) n = "--" + n;
    const std::string meant = meant_by(name, command);
    const std::string help = root.get_name() + " " + command.get_name() + " --help-all lists all";
    throw Error(ErrorKind::bad_value, fmt::format("{}: unknown flag '--{}'", command.get_name(), name),
                meant.empty() ? did_you_mean("--" + name, names, help) : meant);
  }
}

/// Drops the file's values of an option that takes several if the command line has any: the parser appended
/// the latter to the former.
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

/// `run`: true if a run wrote the file. `given` is the command line.
std::vector<std::string> config_arguments(const CLI::App& command, const std::string& file, bool run,
                                          const std::vector<ConfigEntry>& entries,
                                          const std::vector<std::string>& given) {
  const auto output = std::ranges::find(entries, "output", &ConfigEntry::key);
  const std::string recorded = run && output != entries.end() ? output->value : "";
  auto names = long_names(command);
  std::erase_if(names, [](const std::string& name) { return !is_config_key(name); });
  std::vector<std::string> arguments;
  for (const auto& entry : entries) {
    if (!contains(names, entry.key)) {
      const std::string key = shown(entry.old_key.empty() ? entry.key : entry.old_key);
      if (is_config_key(entry.key) && is_common_flag(entry.key))
        throw Error(ErrorKind::bad_value,
                    fmt::format("{}:{}: '{}' does not act in {}", file, entry.line, key, command.get_name()),
                    "take the line out");
      throw Error(ErrorKind::bad_value, fmt::format("{}:{}: unknown key '{}'", file, entry.line, key),
                  did_you_mean(key, names, fmt::format("{} --help-all lists all", command.get_name())));
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
      const auto directory = std::filesystem::path(file).parent_path();
      if (is_path(option) || is_input_file(option)) value = path_of_run(value, recorded, directory);
      if (run && entry.key == "hdf5" && !value_given(given, entry.key))
        require_hdf5_directory(value, recorded, directory);
      arguments.push_back("--" + entry.key + "=" + value);
    }
  }
  return arguments;
}

/// Rewrites the parser's "Could not convert: --lattice = 4,4" as "--lattice: '4,4' is no X,Y,Z,T", with the
/// format that the option takes.
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

/// Returns true if the parser's error is about the value in the file, not about a flag that replaces it.
bool is_about(const std::string& what, const ConfigEntry& entry, const std::optional<std::string>& flag) {
  const std::string name = "--" + entry.key;
  const auto at = what.find(name);
  const char next = at == std::string::npos || at + name.size() == what.size() ? ' ' : what[at + name.size()];
  if (at == std::string::npos || std::isalnum(static_cast<unsigned char>(next)) || next == '-') return false;
  return !flag || (*flag != entry.value && what.find("'" + entry.value + "'") != std::string::npos);
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return CLI::detail::trim(text);
}

}  // namespace

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
  std::vector<std::string> given_flags;
  std::vector<ConfigEntry> entries;
  std::string file;
  bool of_run = false;
  if (!arguments.empty() && !arguments.front().starts_with("-")) {
    const auto names = command_names(root);
    if (!contains(names, arguments.front())) {
      throw Error(ErrorKind::bad_value, fmt::format("unknown command '{}'", arguments.front()),
                  did_you_mean(arguments.front(), names, root.get_name() + " --help lists them"));
    }
    CLI::App* command = root.get_subcommand(arguments.front());
    for (std::string& argument : arguments)
      if (argument == "--help-all") {
        argument = "--help";
        help_format(*command).all = true;
      }
    for (CLI::Option* option : command->get_options({})) {
      option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
      if (!is_name(*option)) option->transform(decimal_number());
    }
    for (std::string& argument : arguments) {
      if (argument == "--") break;
      if (!argument.starts_with("--")) continue;
      const std::size_t end = std::min(argument.find('='), argument.size());
      const std::string given = argument.substr(2, end - 2), present = present_name(given);
      // A command that lacks the option refuses the name that was given.
      if (present == given || command->get_option_no_throw("--" + present) == nullptr) continue;
      hint_at_present_name("--" + given);
      argument.replace(2, given.size(), present);
    }
    check_flags(root, *command, arguments);
    given_flags = arguments;
    if (const auto given = config_argument(arguments)) {
      file = given->file;
      of_run = given->of_run;
      if (given->of_run) {
        const std::string whole = checked_text(file);
        const std::string resume = value_given(arguments, "resume").value_or("");
        if (const std::string own = command_of_run(whole); !own.empty() && own != command->get_name())
          throw Error(ErrorKind::bad_value,
                      fmt::format("--resume {}: is a run of {}, not of {}", resume, own, command->get_name()),
                      how_to_resume(own, resume));
        std::istringstream text(whole);
        entries = read_config(text, file, command->get_name(), table_names(*command));
        for (const auto& name : table_names(*command))
          if (const auto tables = values_given(arguments, name); !tables.empty())
            require_same_tables(file, name, entries, tables);
        // Commands once had all common flags, and wrote them.
        const auto known = long_names(*command);
        std::erase_if(entries,
                      [&](const ConfigEntry& e) { return !contains(known, e.key) && is_common_flag(e.key); });
      } else {
        entries = read_config(file, command->get_name(), table_names(*command));
        for (const ConfigEntry& entry : entries)
          if (!entry.old_key.empty() && command->get_option_no_throw("--" + entry.key) != nullptr)
            hint_at_present_name(entry.old_key);
      }
      // Lists of the command line replace those of the file.
      std::vector<std::string> lists = table_names(*command);
      for (const CLI::Option* option : command->get_options({}))
        if (option->get_items_expected_max() > 1 && !option->get_lnames().empty())
          lists.push_back(option->get_lnames().front());
      for (const auto& name : lists)
        if (value_given(arguments, name))
          std::erase_if(entries, [&](const ConfigEntry& e) { return e.key == name; });
      if (!given->of_run) set_in_tables(entries, table_names(*command), arguments, file);
      const auto more = config_arguments(*command, file, given->of_run, entries, arguments);
      arguments.insert(arguments.begin() + 1, more.begin(), more.end());
      if (read) *read = {file, entries};
    }
  }
  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 reads the last element first
    root.parse(arguments);
    for (CLI::App* command : root.get_subcommands()) {
      drop_overridden(*command, entries);
      refuse_idle_options(*command, given_flags, file, of_run ? std::vector<ConfigEntry>() : entries);
    }
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

}  // namespace glueball::app
