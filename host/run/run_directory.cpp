#include "run/run_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "base/error.hpp"
#include "io/atomic_file.hpp"
#include "io/place.hpp"
#include "run/toml_checksum.hpp"

namespace glueball {
namespace fs = std::filesystem;

namespace {

void require_room(const std::string& verb, const fs::path& path) {
  if (const std::string why = io::why_not_writable(path); !why.empty())
    throw Error(ErrorKind::bad_value, fmt::format("{}: cannot {}: {}", path.string(), verb, why),
                "check permissions, or choose another <output>");
}

[[noreturn]] void refuse_not_empty(const fs::path& path) {
  throw Error(ErrorKind::bad_value,
              fmt::format("{}: output directory exists and is not empty", path.string()),
              "choose another <output>, or overwrite that run with <force>");
}

constexpr const char* kEnsembleFile = "ensemble.xml";

constexpr const char* kConfiguration = "configuration-";

bool is_configuration(const std::string& name) {
  return name.starts_with(kConfiguration) && name.ends_with(".ildg");
}

constexpr const char* kRandomState = "random-";
bool is_random_state(const std::string& name) {
  return name.starts_with(kRandomState) && name.ends_with(".bin");
}

/// True for files that every run writes. An incomplete file of a killed run has a dot before its name and
/// ".part" after it.
bool of_any_run(const std::string& name) { return name == "config.toml" || name == "history.jsonl"; }

bool of_a_run(const std::string& name) { return of_any_run(name) || RunDirectory::is_of_chain(name); }

RunDirectory::Named of_a_run_or(const RunDirectory::Named& also) {
  return [also](const std::string& name) { return of_a_run(name) || (also && also(name)); };
}

/// ".config.toml.0.part" belongs to config.toml; ".config.toml.1234.0.part" is of an earlier version.
bool half_written(const std::string& name, const RunDirectory::Named& ours) {
  if (!name.starts_with('.') || !name.ends_with(".part")) return false;
  std::string of = name.substr(1, name.size() - 1 - std::strlen(".part"));
  for (int number = 0; number < 2; ++number) {
    of.resize(std::min(of.rfind('.'), of.size()));
    if (ours(of)) return true;
  }
  return false;
}

/// True if a process is writing it: io::PartFile locks such files.
bool is_being_written(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  const bool held = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return held;
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name != kLockFile) names.push_back(name);
  }
  return names;
}

/// Returns a free name beside `path`.
fs::path aside(const fs::path& path) {
  for (int n = 1;; ++n) {
    const fs::path name = path.string() + (n == 1 ? ".aside" : fmt::format(".aside-{}", n));
    if (!fs::exists(fs::symlink_status(name))) return name;
  }
}

}  // namespace

void write_file(const fs::path& path, const std::string& text, bool replace) {
  io::AtomicFile file(path, replace);
  file.write(text);
  file.commit();
}

RunDirectory::RunDirectory(const fs::path& path, bool force, const Named& also) : path_(path) {
  if (path.empty())
    throw Error(ErrorKind::bad_value, "the run's directory has an empty name", "give <output> a name");
  io::require_names(path);
  const Named ours = of_a_run_or(also);
  // Such files are left by processes that were killed before they had any result.
  const auto is_left = [&](const std::string& name) { return half_written(name, ours); };
  const auto is_empty = [&] {
    const auto names = names_in(path);
    return std::all_of(names.begin(), names.end(), is_left);
  };
  std::error_code error;
  if (fs::exists(path, error)) {
    if (!fs::is_directory(path, error)) {
      throw Error(ErrorKind::bad_value, fmt::format("{}: exists and is no directory", path.string()),
                  "choose another <output>");
    }
    // A directory that may not be a run gets no lock file.
    if (!force && !fs::exists(path / kLockFile, error) && !is_empty()) refuse_not_empty(path);
    require_room("write there", path);
  } else {
    const fs::path above = io::nearest_above(path);
    if (!fs::is_directory(above, error))
      throw Error(ErrorKind::bad_value, fmt::format("{}: {} is no directory", path.string(), above.string()),
                  "choose another <output>");
    require_room("make a directory there", above);
  }
  lock_ = std::make_unique<DirectoryLock>(path, true);
  if (!force && !is_empty()) refuse_not_empty(path);
  for (const std::string& name : names_in(path)) {
    const fs::path file = path / name;
    const bool regular = fs::is_regular_file(fs::symlink_status(file));
    if (regular && (ours(name) || (is_left(name) && !is_being_written(file)))) earlier_.push_back(file);
  }
}

void RunDirectory::require_replaceable(const std::string& config, const std::vector<fs::path>& inputs) const {
  const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
  for (const fs::path& file : earlier_) {
    std::error_code error;
    for (const fs::path& input : inputs)
      if (fs::equivalent(file, input, error))
        throw Error(ErrorKind::bad_value,
                    fmt::format("{}: it would be removed, and this run reads it", file.string()),
                    "choose another <output>");
    if (file.filename() != "config.toml") continue;
    std::ifstream in(file);
    std::string line;
    constexpr std::string_view kCommand = "# glueball ";
    if (std::getline(in, line) && line.starts_with(kCommand) && line != first_line(config))
      throw Error(
          ErrorKind::bad_value,
          fmt::format("{}: holds a run of '{}', which would be removed", path_.string(), line.substr(2)),
          "choose another <output>, or remove that run yourself");
  }
}

void RunDirectory::remove_earlier() {
  for (const fs::path& file : earlier_) fs::remove(file);
  earlier_.clear();
}

void RunDirectory::begin(const std::string& config) {
  require_here();
  // config.toml comes first: without it nothing here can be resumed.
  std::stable_partition(earlier_.begin(), earlier_.end(),
                        [](const fs::path& p) { return p.filename() == "config.toml"; });
  remove_earlier();
  write_file(path_ / "config.toml", with_checksum(config), false);
  history_ = std::make_unique<History>(path_ / "history.jsonl");
}

void RunDirectory::require_run(const fs::path& path) {
  std::error_code error;
  if (fs::is_regular_file(path / "config.toml", error)) return;
  const auto refuse = [&](ErrorKind kind, const std::string& why, const std::string& hint) {
    throw Error(kind, fmt::format("{}: {}", path.string(), why), hint);
  };
  const std::string hint = "give the <output> directory of a run";
  if (path.empty()) throw Error(ErrorKind::bad_value, "the run's directory has an empty name", hint);
  if (!fs::exists(path, error)) refuse(ErrorKind::bad_file, "is not there", hint);
  if (!fs::is_directory(path, error)) refuse(ErrorKind::bad_file, "is no directory", hint);
  if (const std::string who = holder_of(path); !who.empty())
    refuse(ErrorKind::bad_value, fmt::format("{} is starting a run there, which cannot be resumed yet", who),
           "wait until it has ended");
  refuse(ErrorKind::bad_file, "holds no run, config.toml is missing", hint);
}

bool RunDirectory::is_of_chain(const std::string& name) {
  return name == kEnsembleFile || is_configuration(name) || is_random_state(name);
}

bool RunDirectory::owns(const std::string& name, const Named& also) {
  const Named ours = [&](const std::string& n) { return of_any_run(n) || (also && also(n)); };
  return name == kLockFile || ours(name) || half_written(name, ours);
}

RunDirectory RunDirectory::of_run(const fs::path& path, const Named& also) {
  require_run(path);
  RunDirectory run(path);
  run.lock_ = std::make_unique<DirectoryLock>(path, false);
  require_run(path);  // another process may have been removing it
  for (const std::string& name : names_in(path))
    if (half_written(name, of_a_run_or(also)) && !is_being_written(path / name))
      run.earlier_.push_back(path / name);
  return run;
}

std::vector<int> RunDirectory::configurations() const {
  std::vector<int> steps;
  for (const std::string& name : names_in(path_)) {
    const int step = is_configuration(name) ? std::atoi(name.c_str() + std::strlen(kConfiguration)) : 0;
    if (step > 0 && configuration(step).filename() == name) steps.push_back(step);
  }
  std::sort(steps.rbegin(), steps.rend());
  return steps;
}

void RunDirectory::resume(int step, const std::vector<HistoryLine>& kept, const std::string& config) {
  require_here();
  remove_earlier();
  for (const int later : configurations())
    if (later > step) fs::rename(configuration(later), aside(configuration(later)));
  std::string text;
  for (const HistoryLine& line : kept) text += line.text + "\n";
  write_file(path_ / "history.jsonl", text);
  write_file(path_ / "config.toml", with_checksum(config));
  history_ = std::make_unique<History>(path_ / "history.jsonl", true, checksum_of(kept));
}

fs::path RunDirectory::ensemble() const { return path_ / kEnsembleFile; }

fs::path RunDirectory::random_state(int step) const {
  return path_ / fmt::format("{}{:06}.bin", kRandomState, step);
}

fs::path RunDirectory::configuration(int step) const {
  return path_ / fmt::format("configuration-{:06}.ildg", step);
}

}  // namespace glueball
