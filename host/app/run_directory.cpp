#include "app/run_directory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace glueball::app {
namespace fs = std::filesystem;

namespace {

[[noreturn]] void cannot(const std::string& verb, const fs::path& path) {
  throw Error(Status::usage, fmt::format("{}: cannot {}: {}", path.string(), verb, std::strerror(errno)),
              "check permissions and free space, or choose another --output");
}

bool of_a_run(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == "config.toml" || name == "history.jsonl" ||
         (name.starts_with("configuration-") && name.ends_with(".ildg"));
}

}  // namespace

void write_file(const fs::path& path, const std::string& text) {
  const fs::path beside = path.string() + ".part";
  std::ofstream file(beside, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) cannot("write", beside);
  std::error_code error;
  fs::rename(beside, path, error);
  if (error) cannot("rename to", path);
}

History::History(const fs::path& path, bool append)
    : path_(path), file_(std::fopen(path.c_str(), append ? "ab" : "wb")) {
  if (!file_) cannot("write", path);
}

void History::append(const std::string& object) {
  const std::string line = object + "\n";
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size() || std::fflush(file_.get()) != 0) {
    cannot("append to", path_);
  }
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
  for (const auto& entry : fs::directory_iterator(path_)) {
    if (entry.is_regular_file() && of_a_run(entry.path())) fs::remove(entry.path());
  }
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

int RunDirectory::last_configuration() const {
  int last = 0;
  for (const auto& entry : fs::directory_iterator(path_)) {
    const std::string name = entry.path().filename().string();
    if (of_a_run(entry.path()) && name.starts_with("configuration-"))
      last = std::max(last, std::atoi(name.c_str() + std::strlen("configuration-")));
  }
  return last;
}

std::vector<std::string> RunDirectory::go_on(int step, const std::string& config) {
  std::vector<std::string> kept;
  std::ifstream file(path_ / "history.jsonl", std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    const auto object = nlohmann::json::parse(line, nullptr, false);
    if (object.is_discarded()) break;
    if (object.contains("summary") || object.value("step", 0) > step) continue;
    kept.push_back(line);
  }
  std::string text;
  for (const auto& line : kept) text += line + "\n";
  write_file(path_ / "history.jsonl", text);
  write_file(path_ / "config.toml", config);
  history_ = std::make_unique<History>(path_ / "history.jsonl", true);
  return kept;
}

fs::path RunDirectory::configuration(int step) const {
  return path_ / fmt::format("configuration-{:06}.ildg", step);
}

}  // namespace glueball::app
