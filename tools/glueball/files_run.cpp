#include "files_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/how_to_resume.hpp"
#include "app/links_checksum.hpp"
#include "app/paths.hpp"
#include "app/progress.hpp"
#include "app/ranks.hpp"
#include "app/same_run.hpp"
#include "app/signals.hpp"
#include "base/error.hpp"
#include "comm/gather.hpp"
#include "io/place.hpp"
#include "options/files.hpp"

namespace glueball::app {

using FileJson = FileRecords::Json;

FilesRun::FilesRun(FilesRunOptions options, ConfigValues config)
    : o_(std::move(options)),
      config_(std::move(config)),
      past_(o_.files.size()),
      checksums_(past_.size()),
      lines_(past_.size()) {
  catch_signals(o_.command == "flow" ? "the step" : "the file");
  if (!keeps()) return;
  for (std::string& file : o_.files) file = std::filesystem::weakly_canonical(find_input(file)).string();
  config_.choose("ranks", "auto");  // a resumed run may have any number of ranks
  config_.choose("load-balance", "equal");
  config_.choose("output", place().string());
  if (world().first()) open();
  if (!o_.resume.empty()) share();
}

void FilesRun::open() {
  directory_.emplace(o_.resume.empty() ? RunDirectory(o_.output, o_.force) : RunDirectory::of_run(o_.resume));
  if (const std::string& warning = directory_->warning(); !warning.empty()) warn(warning);
  records_.emplace(*directory_, o_.files);
  if (o_.resume.empty())
    return directory_->require_replaceable(config_.toml(), {o_.files.begin(), o_.files.end()});
  require_same_run(
      directory_->path(),
      {.command = o_.command, .values = config_.toml(), .defaults = o_.defaults, .bound = o_.bound});
  FileRecords::Past past = records_->resume(
      [this](const std::string& file) { return checksum_of_file(file, o_.ignore_checksum); });
  if (past.torn)
    warn((directory_->path() / "history.jsonl").string() + ": the last line is not whole and dropped");
  past_ = std::move(past.results);
  checksums_ = std::move(past.checksums);
  lines_ = std::move(past.lines);
}

/// Sends the finished files to ranks that do not read the directory.
void FilesRun::share() {
  if (world().alone()) return;
  FileJson all = FileJson::array();
  for (const auto& result : past_) all.push_back(result ? *result : FileJson());
  std::string text = all.dump();
  broadcast(world(), text);
  if (world().first()) return;
  all = FileJson::parse(text);
  for (std::size_t n = 0; n < past_.size(); ++n)
    if (!all[n].is_null()) past_[n] = all[n];
}

const FileJson* FilesRun::result(std::size_t n) {
  asked_ = n;
  return past_.at(n) ? &*past_[n] : nullptr;
}

bool FilesRun::all_done() const {
  return std::ranges::all_of(past_, [](const auto& result) { return result.has_value(); });
}

std::vector<bool> FilesRun::written() const {
  std::vector<bool> there;
  bool at_work = !o_.resume.empty();
  for (const auto& result : past_) {
    there.push_back(result || at_work);
    if (!result) at_work = false;
  }
  return there;
}

std::string FilesRun::origin(const std::string& checksum) const {
  return keeps() ? origin_of(o_.command, config_.toml(), checksum) : "";
}

void FilesRun::begin(const std::function<void(ConfigValues&)>& choose) {
  if (!directory_ || directory_->begun()) return;
  if (choose && o_.resume.empty()) choose(config_);
  if (hdf5_ != nullptr && !o_.resume.empty()) hdf5_->open();
  records_->begin(config_.toml());
}

void FilesRun::keep(std::size_t n, const std::string& checksum, FileJson result) {
  if (records_) records_->keep(n, checksum, std::move(result));
}

std::optional<Hdf5Mark> FilesRun::hdf5_mark(const Hdf5Options& hdf5) const {
  if (o_.resume.empty()) return {};
  return mark_of_run(place(), o_.output, hdf5);
}

void FilesRun::begin_hdf5(Hdf5Output& hdf5, const Provenance& provenance) {
  hdf5_ = &hdf5;
  hdf5.begin(provenance);
  if (keeps()) hdf5.set("/", {"directory", place().string()});
}

std::filesystem::path FilesRun::place() const {
  return io::real_place(o_.resume.empty() ? o_.output : o_.resume);
}

bool FilesRun::stops() const { return on_any_rank(caught_signal() != 0); }

std::string FilesRun::how_to_resume() const {
  return keeps() ? app::how_to_resume(o_.command, o_.resume.empty() ? o_.output : o_.resume) : "";
}

int FilesRun::stopped(std::size_t done) const {
  warn(fmt::format("stopped by signal {} after {} of {} files; {}", caught_signal(), done, o_.files.size(),
                   keeps() ? how_to_resume() : "what is printed is good, --output DIR would keep it"));
  return 128 + caught_signal();
}

void FilesRun::with_room(const std::function<void()>& work) const try {
  work();
} catch (const DiskFull& full) {
  if (!directory_ || (o_.resume.empty() && !directory_->begun())) throw;
  throw DiskFull(full.path(), "free some space and " + how_to_resume());
} catch (const FileJson::exception& error) {  // all else that is parsed is our own
  if (o_.resume.empty()) throw;
  throw Error(ErrorKind::bad_file,
              fmt::format("{}, line {}: a result is none of this run ({})",
                          (place() / "history.jsonl").string(), lines_.at(asked_), error.what()),
              "restore the file from a copy, or start a new run");
}

}  // namespace glueball::app
