#include "app/same_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

#include "app/config_file.hpp"
#include "base/error.hpp"
#include "io/input_file.hpp"
#include "io/place.hpp"
#include "run/history.hpp"
#include "run/toml_checksum.hpp"

namespace glueball::app {
namespace {

namespace fs = std::filesystem;
using Values = std::map<std::string, std::vector<std::string>>;

using Keys = std::set<std::string>;

/// Returns the keys that may change, by command; "" means every command.
const std::map<std::string, Keys>& free_keys() {
  static const std::map<std::string, Keys> table = [] {
    std::map<std::string, Keys> t;
    // These keys set where a run computes, the format of files, and messages.
    t[""] = {"precision-of-file",
             "ignore-checksum",
             "max-iterations",
             "output",
             "hdf5",
             "device",
             "ranks",
             "load-balance",
             "transport",
             "overlap",
             "persistent-cg",
             "storage",
             "workgroup",
             "no-tune",
             "no-cache",
             "json",
             "quiet",
             "validate"};
    // These keys set what a run keeps, how it is watched, and entries for a catalogue.
    t["hmc"] = t["heatbath"] = {"save-interval", "checkpoint-minutes", "save-where",  "qcdml",
                                "series",        "participant",        "institution", "machine"};
    t["heatbath"].insert("sweeps");
    t["hmc"].insert({"trajectories", "inject-fault", "runaway"});
    // Readers compare files one by one; errors and plots are made from the kept results.
    t["flow"] = {"file", "bin", "plot"};
    t["measure"] = {"file", "bin", "plot"};
    t["smear"] = {"in"};
    t["fix"] = {"file",           "copies",
                "save",           "save-transformation",
                "save-projected", "save-vortex-removed",
                "propagator",     "cylinder-cut",
                "cone-cut",       "checkpoint-interval"};
    return t;
  }();
  return table;
}

Values values_of(const std::string& text, const std::string& name, const RunOptions& options) {
  std::istringstream in(text);
  Values values;
  for (const auto& entry : read_config(in, name, options.command, options.tables))
    values[entry.key].push_back(entry.value);
  return values;
}

/// The values of a run with paths as they are now.
Values in_directory(Values values, const fs::path& directory) {
  const auto output = values.find("output");
  if (output == values.end()) return values;
  const std::string recorded = output->second.front();
  for (auto& [key, all] : values)
    for (std::string& value : all) value = path_of_run(value, recorded, directory);
  return values;
}

std::string content(const std::filesystem::path& path) {
  const io::InputFile file(path);
  return file.text_up_to(0, std::size_t(file.size()));
}

/// Returns true for equal values: 5.7 equals 5.70. Whole numbers are compared by digits, because a double has
/// too few for seeds. Earlier versions recorded paths of outputs as they were given: these are relative to
/// the current directory.
bool is_same(const std::string& a, const std::string& b) {
  const bool real = (a + b).find_first_of(".eE") != std::string::npos;
  double x = 0, y = 0;
  const auto number = [](const std::string& text, double& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
  };
  return a == b || (real && number(a, x) && number(b, y) && x == y) ||
         (b.starts_with('/') && !a.empty() && io::real_place(a) == b);
}

/// Returns how many names at the end of a path do not exist.
std::ptrdiff_t missing_levels(const fs::path& path) {
  std::error_code error;
  fs::path there = path;
  while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
  return std::distance(path.begin(), path.end()) - std::distance(there.begin(), there.end());
}

bool is_same(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const std::string& x, const std::string& y) { return is_same(x, y); });
}

[[noreturn]] void refuse_change(const std::string& key, const std::filesystem::path& directory,
                                const std::vector<std::string>& was) {
  throw Error(ErrorKind::bad_value,
              was.empty() ? fmt::format("--{}: the run in {} has none", key, directory.string())
                          : fmt::format("--{}: the run in {} has {} = {}", key, directory.string(), key,
                                        fmt::join(was, ", and ")),
              "it cannot change on the way: leave it out, or start a new run from the last configuration");
}

}  // namespace

bool may_change(const std::string& command, const std::string& key) {
  const auto of_command = free_keys().find(command);
  return free_keys().at("").contains(key) ||
         (of_command != free_keys().end() && of_command->second.contains(key));
}

std::string origin_of(const std::string& command, const std::string& config, const std::string& checksum) {
  std::string defining;
  for (const auto& [key, values] : values_of(config, "the options", {.command = command}))
    for (const std::string& value : values) {
      // Paths change where a tree is moved, and the grain is chosen after the first files were looked at.
      if (may_change(command, key) || key == "grain" || value.starts_with('/')) continue;
      defining += fmt::format("{} = {}\n", key, value);
    }
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(defining.data()), uInt(defining.size()));
  return fmt::format("origin = links {}, options {:08x}\n", checksum, sum);
}

std::string checked_text(const std::filesystem::path& config) {
  std::string text = content(config.string());
  if (!has_valid_checksum(text))
    throw Error(
        ErrorKind::bad_file,
        config.string() + ": is not as the run wrote it: lines were lost or changed, and its checksum tells",
        "restore it from a copy, or start a new run from the last configuration");
  return text;
}

std::string command_of_run(const std::string& config) {
  const std::string head = "# glueball ", first = config.substr(0, config.find('\n'));
  return first.starts_with(head) ? first.substr(head.size()) : "";
}

std::string path_of_run(const std::string& path, const std::string& recorded, const fs::path& directory) {
  const fs::path was(recorded), now = io::real_place(directory), at(path);
  if (was == now || !was.is_absolute() || !at.is_absolute() || path == recorded) return path;
  const fs::path moved = (now / at.lexically_relative(was)).lexically_normal();
  if (io::is_below(at, was)) return moved.string();
  // A copy of a run must not write into the files of the run that was copied.
  std::error_code error;
  const bool copied = fs::exists(was / "config.toml", error);
  const fs::path &first = copied ? moved : at, &other = copied ? at : moved;
  return (missing_levels(other) < missing_levels(first) ? other : first).string();
}

void require_hdf5_directory(const std::string& file, const std::string& recorded, const fs::path& directory) {
  std::error_code error;
  const fs::path place = io::real_place(file), folder = place.parent_path(), was(recorded),
                 now = io::real_place(directory);
  const auto is_step = [](const HistoryLine& line) { return line.kind == HistoryLine::Kind::step; };
  if (fs::exists(folder, error) ||
      std::ranges::none_of(read_history(directory / "history.jsonl").lines, is_step))
    return;
  const bool moved = was.is_absolute() && was != now && !io::is_below(place, now);
  const fs::path other = (now / folder.lexically_relative(was)).lexically_normal();
  throw Error(ErrorKind::bad_file,
              fmt::format("{}: the run in {} writes it, but {} is not there any more{}", place.string(),
                          directory.string(), folder.string(),
                          moved ? fmt::format(", and {} is not there", other.string()) : ""),
              "move the directory back, or make it to go on there");
}

void require_same_tables(const std::filesystem::path& config, const std::string& table,
                         const std::vector<ConfigEntry>& entries, const std::vector<std::string>& given) {
  std::vector<std::string> was;
  for (const auto& entry : entries)
    if (entry.key == table) was.push_back(entry.value);
  if (given != was) refuse_change(table, config.parent_path(), was);
}

Values require_same_run(const std::filesystem::path& directory, const RunOptions& options) {
  const std::string path = (directory / "config.toml").string();
  const Values before = in_directory(values_of(checked_text(path), path, options), directory),
               now = values_of(options.values, "the command line", options),
               defaults = values_of(options.defaults, "the defaults", options);
  const auto value = [&](const Values& values, const std::string& key) {
    for (const Values* from : {&values, &defaults})
      if (const auto at = from->find(key); at != from->end()) return at->second;
    return std::vector<std::string>{};
  };
  // Tables are compared first: with a table the options that it replaces are absent.
  std::vector<std::string> keys = options.tables;
  for (const Values* values : {&before, &now})
    for (const auto& entry : *values)
      if (std::find(keys.begin(), keys.end(), entry.first) == keys.end()) keys.push_back(entry.first);
  for (const std::string& key : keys) {
    const bool bound = std::find(options.bound.begin(), options.bound.end(), key) != options.bound.end();
    if (may_change(options.command, key) && !bound) continue;
    const auto was = value(before, key);
    if (!is_same(was, value(now, key))) refuse_change(key, directory, was);
  }
  return before;
}

}  // namespace glueball::app
