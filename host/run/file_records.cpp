#include "run/file_records.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>

#include <limits>

#include "base/error.hpp"
#include "run/json_line.hpp"

namespace glueball {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSum = "crc32";

/// Returns nanoseconds since 1970.
std::int64_t nanoseconds(const struct timespec& time) {
  return std::int64_t(time.tv_sec) * 1000000000 + time.tv_nsec;
}

/// Returns nothing if there is no such file.
std::optional<FileState> state_of(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return FileState{.bytes = std::int64_t(status.st_size),
                   .modified = nanoseconds(status.st_mtim),
                   .changed = nanoseconds(status.st_ctim),
                   .inode = std::uint64_t(status.st_ino)};
}

/// False for records of earlier versions, which lack some of these.
bool is_recorded(const FileRecords::Json& line, const FileState& state) {
  return line.at("bytes") == state.bytes && line.at("modified") == state.modified &&
         line.value("changed", FileRecords::Json()) == state.changed &&
         line.value("inode", FileRecords::Json()) == state.inode;
}

/// Returns the checksum of the lines so far, which is `before`, and of a line without a checksum.
std::string sum_of(std::uint32_t before, const std::string& line) {
  return fmt::format("{:08x}", crc32(before, reinterpret_cast<const Bytef*>(line.data()), uInt(line.size())));
}

/// Names in JSON have U+FFFD in place of invalid UTF-8.
std::string recorded_name(const std::string& file) { return json_line(FileRecords::Json(file)); }

}  // namespace

void FileRecords::begin(const std::string& config) {
  see_files();
  if (kept_)
    directory_.resume(std::numeric_limits<int>::max(), *kept_, config);
  else
    directory_.begin(config);
}

void FileRecords::see_files() {
  states_.clear();
  for (const std::string& file : files_) states_.push_back(state_of(file).value_or(FileState{}));
}

void FileRecords::require_file(std::size_t n, const Json& line,
                               const std::function<std::string(const std::string&)>& checksum_of) const {
  const std::string& file = files_[n];
  const std::string where = directory_.path().string(), was = line.at("file").get<std::string>();
  const auto name = [](const std::string& path) { return recorded_name(fs::path(path).filename().string()); };
  const auto is = state_of(file);
  if (is ? is_recorded(line, *is) || line.at("checksum") == checksum_of(file) : name(file) == name(was))
    return;
  if (recorded_name(file) != recorded_name(was))
    throw Error(ErrorKind::bad_value,
                fmt::format("{}: file {} of the run in {} was {}", file, n + 1, where, was),
                "give the files of that run in their order; more may follow");
  throw Error(ErrorKind::bad_file,
              fmt::format("{}: it has changed since the run in {} finished it", file, where),
              "restore it from a copy, or start a new run");
}

FileRecords::Past FileRecords::resume(const std::function<std::string(const std::string&)>& checksum_of) {
  const PastHistory past = directory_.past();
  past.require_consecutive(1, 1);
  Past found{.results = std::vector<std::optional<Json>>(files_.size()),
             .checksums = std::vector<std::string>(files_.size()),
             .lines = std::vector<std::size_t>(files_.size()),
             .torn = past.torn.has_value()};
  std::uint32_t sum = 0;
  for (std::size_t n = 0; n < past.lines.size(); ++n) try {
      const std::string& text = past.lines[n].text;
      Json line = Json::parse(text);
      if (past.lines[n].kind != HistoryLine::Kind::step || !line.contains("result"))
        past.refuse(n, "this is no line of a run over several files");
      const Json said = line.at(kSum);
      line.erase(kSum);
      if (said != sum_of(sum, json_line(line))) past.refuse(n, "it was changed, or a line before it");
      sum = std::uint32_t(
          crc32(sum, reinterpret_cast<const Bytef*>((text + "\n").data()), uInt(text.size() + 1)));
      const auto number = whole_of<std::size_t>(line.at("number"));
      if (number == 0 || number > files_.size())
        throw Error(ErrorKind::bad_value,
                    fmt::format("the run in {} has finished file {}, and there are {}",
                                directory_.path().string(), number, files_.size()),
                    "give the files of that run in their order; more may follow");
      require_file(number - 1, line, checksum_of);
      found.results[number - 1] = line.at("result");
      found.checksums[number - 1] = line.at("checksum").get<std::string>();
      found.lines[number - 1] = n + 1;
    } catch (const Json::exception& error) {
      past.refuse(n, fmt::format("no line of this run ({})", error.what()));
    }
  lines_ = std::int64_t(past.lines.size());
  kept_ = past.lines;
  return found;
}

void FileRecords::keep(std::size_t n, const std::string& checksum, Json result) {
  const FileState& state = states_.at(n);
  Json line = {{"step", ++lines_},           {"number", n + 1},
               {"file", files_[n]},          {"bytes", state.bytes},
               {"modified", state.modified}, {"changed", state.changed},
               {"inode", state.inode},       {"checksum", checksum},
               {"result", std::move(result)}};
  // The text must be the same after it is parsed again.
  line = Json::parse(json_line(line));
  line[kSum] = sum_of(directory_.history().checksum(), json_line(line));
  directory_.history().append(json_line(line));
  directory_.history().sync();
}

}  // namespace glueball
