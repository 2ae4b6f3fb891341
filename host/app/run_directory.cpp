#include "app/run_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "io/atomic_file.hpp"

namespace glueball::app {
namespace fs = std::filesystem;

namespace {

[[noreturn]] void cannot(const std::string& verb, const fs::path& path) {
  if (errno == ENOSPC || errno == EDQUOT) throw DiskFull(path.string());
  throw Error(Status::usage, fmt::format("{}: cannot {}: {}", path.string(), verb, std::strerror(errno)),
              "check permissions, or choose another --output");
}

constexpr const char* kConfiguration = "configuration-";

bool is_configuration(const std::string& name) { return name.starts_with(kConfiguration) && name.ends_with(".ildg"); }

constexpr const char* kRandomState = "random-";
bool is_random_state(const std::string& name) { return name.starts_with(kRandomState) && name.ends_with(".bin"); }

/// What a run writes; with a dot before and ".part" behind, what a killed one left half written.
bool of_a_run(const std::string& name) {
  return name == "config.toml" || name == "history.jsonl" || is_configuration(name) || is_random_state(name);
}
bool half_written(const std::string& name) {
  return name.ends_with(".part") && (name.starts_with(".config.toml.") || name.starts_with(".history.jsonl.") ||
                                     name.starts_with(std::string(".") + kConfiguration) ||
                                     name.starts_with(std::string(".") + kRandomState));
}

template <class Which>
void remove_files(const fs::path& directory, Which which) {
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.is_regular_file() && which(entry.path().filename().string())) fs::remove(entry.path());
}

}  // namespace

void write_file(const fs::path& path, const std::string& text) {
  io::AtomicFile file(path, true);
  file.write(text);
  file.commit();
}

History::History(const fs::path& path, bool append)
    : path_(path),
      descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND | (append ? 0 : O_TRUNC), 0666)) {
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) cannot("write", path);
  bytes_ = std::uint64_t(status.st_size);
}

History::~History() { ::close(descriptor_); }

void History::append(const std::string& object) {
  const std::string line = object + "\n";
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t put = ::write(descriptor_, line.data() + done, line.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) {
      const int reason = errno;
      // A line that cannot be taken back is dropped by the run that goes on from here.
      [[maybe_unused]] const int taken_back = ::ftruncate(descriptor_, off_t(bytes_));
      errno = reason;
      cannot("append to", path_);
    }
    done += std::size_t(put);
  }
  bytes_ += line.size();
}

void History::sync() {
  if (::fsync(descriptor_) != 0 && errno != EINVAL) cannot("write", path_);
}

RunDirectory::RunDirectory(const fs::path& path, bool force) : path_(path) {
  std::error_code error;
  if (fs::exists(path, error)) {
    if (!fs::is_directory(path, error)) {
      throw Error(Status::usage, fmt::format("{}: exists and is no directory", path.string()),
                  "choose another --output");
    }
    if (!fs::is_empty(path, error) && !force) {
      throw Error(Status::usage, fmt::format("{}: output directory exists and is not empty", path.string()),
                  "choose another --output, or overwrite that run with --force");
    }
    if (access(path.c_str(), W_OK) != 0) cannot("write into", path);
    return;
  }
  const fs::path parent = fs::absolute(path).lexically_normal().parent_path();
  fs::path there = parent;
  while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, error) || access(there.c_str(), W_OK) != 0)
    cannot("make a directory in", there);
}

void RunDirectory::begin(const std::string& config) {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) {
    errno = error.value();
    cannot("make", path_);
  }
  fs::remove(path_ / "config.toml");  // first: without it nothing here can be resumed
  remove_files(path_, [](const std::string& name) { return of_a_run(name) || half_written(name); });
  write_file(path_ / "config.toml", config);
  history_ = std::make_unique<History>(path_ / "history.jsonl");
}

RunDirectory RunDirectory::of_run(const fs::path& path) {
  if (!fs::is_regular_file(path / "config.toml")) {
    throw Error(Status::bad_input, fmt::format("{}: holds no run, config.toml is missing", path.string()),
                "give the --output directory of a run");
  }
  return RunDirectory(path);
}

void RunDirectory::require_same(const std::string& config, const std::set<std::string>& free) const {
  std::ifstream file(path_ / "config.toml");
  for (std::string line; std::getline(file, line);) {
    const std::string key = line.substr(0, line.find(' '));
    if (key.empty() || key == "#" || free.contains(key)) continue;
    if (("\n" + config).find("\n" + line + "\n") == std::string::npos)
      throw Error(Status::usage, fmt::format("--{}: the run in {} has {}", key, path_.string(), line),
                  "a chain cannot change on the way: leave it out, or start a new run from the last configuration");
  }
}

std::vector<int> RunDirectory::configurations() const {
  std::vector<int> steps;
  for (const auto& entry : fs::directory_iterator(path_)) {
    const std::string name = entry.path().filename().string();
    const int step = is_configuration(name) ? std::atoi(name.c_str() + std::strlen(kConfiguration)) : 0;
    if (step > 0 && configuration(step).filename() == name) steps.push_back(step);
  }
  std::sort(steps.rbegin(), steps.rend());
  return steps;
}

bool RunDirectory::finished() const {
  std::ifstream file(path_ / "history.jsonl", std::ios::binary);
  bool summary = false;
  for (std::string line; std::getline(file, line);) {
    const auto object = nlohmann::json::parse(line, nullptr, false);
    summary = object.is_object() && object.contains("summary");
  }
  return summary;
}

std::vector<std::string> RunDirectory::history_until(int step) const {
  std::vector<std::string> kept;
  std::ifstream file(path_ / "history.jsonl", std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    const auto object = nlohmann::json::parse(line, nullptr, false);
    if (!object.is_object()) break;
    const auto number = object.find("step");
    const bool later = number != object.end() && number->is_number_integer() && number->get<std::int64_t>() > step;
    if (!later && !object.contains("summary")) kept.push_back(line);
  }
  return kept;
}

void RunDirectory::go_on(int step, const std::string& config) {
  remove_files(path_, half_written);
  std::string text;
  for (const auto& line : history_until(step)) text += line + "\n";
  write_file(path_ / "history.jsonl", text);
  write_file(path_ / "config.toml", config);
  history_ = std::make_unique<History>(path_ / "history.jsonl", true);
}

fs::path RunDirectory::random_state(int step) const { return path_ / fmt::format("{}{:06}.bin", kRandomState, step); }

fs::path RunDirectory::configuration(int step) const {
  return path_ / fmt::format("configuration-{:06}.ildg", step);
}

}  // namespace glueball::app
