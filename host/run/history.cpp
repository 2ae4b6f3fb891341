#include "run/history.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/parsed_json.hpp"
#include "io/input_file.hpp"

namespace glueball {
namespace fs = std::filesystem;

namespace {

using Kind = HistoryLine::Kind;

[[noreturn]] void cannot(const std::string& verb, const fs::path& path) {
  if (errno == ENOSPC || errno == EDQUOT) throw DiskFull(path.string());
  throw Error(ErrorKind::bad_value,
              fmt::format("{}: cannot {}: {}", path.string(), verb, std::strerror(errno)),
              "check the disk and permissions");
}

/// Parses a line; returns nothing for a line that no run writes.
std::optional<HistoryLine> line_of(const nlohmann::json& object, const std::string& text) {
  static constexpr std::pair<const char*, Kind> kKinds[] = {{"provenance", Kind::provenance},
                                                            {"input", Kind::input},
                                                            {"step", Kind::step},
                                                            {"summary", Kind::summary}};
  for (const auto& [key, kind] : kKinds) {
    const auto value = object.find(key);
    if (value == object.end()) continue;
    if (kind != Kind::step)
      return value->is_object() ? std::optional(HistoryLine{kind, 0, text}) : std::nullopt;
    const bool known = value->is_number_unsigned()
                           ? std::in_range<int>(value->get<std::uint64_t>())
                           : value->is_number_integer() && std::in_range<int>(value->get<std::int64_t>());
    return known ? std::optional(HistoryLine{kind, value->get<int>(), text}) : std::nullopt;
  }
  return std::nullopt;
}

std::uint32_t continued(std::uint32_t checksum, const std::string& text) {
  return std::uint32_t(crc32(checksum, reinterpret_cast<const Bytef*>(text.data()), uInt(text.size())));
}

}  // namespace

History::History(const fs::path& path, bool append, std::uint32_t checksum)
    : path_(path),
      descriptor_(
          ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_APPEND | (append ? 0 : O_CREAT | O_EXCL), 0666)),
      checksum_(checksum) {
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) cannot("be written", path);
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
      // If the incomplete line cannot be removed, a resumed run drops it.
      [[maybe_unused]] const int taken_back = ::ftruncate(descriptor_, off_t(bytes_));
      errno = reason;
      cannot("be appended to", path_);
    }
    done += std::size_t(put);
  }
  bytes_ += line.size();
  checksum_ = continued(checksum_, line);
}

void History::sync() {
  if (::fsync(descriptor_) != 0 && errno != EINVAL) cannot("be written", path_);
}

std::uint32_t checksum_of(std::span<const HistoryLine> lines, std::uint32_t before) {
  for (const HistoryLine& line : lines) before = continued(before, line.text + "\n");
  return before;
}

void PastHistory::require_unchanged(std::int64_t step, std::uint32_t checksum,
                                    const std::string& holder) const {
  if (const std::uint32_t is = checksum_of(until(step)); is != checksum)
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: a line until step {} was changed since {} was written: their checksum is "
                            "{:08x}, which says {:08x}",
                            name, step, holder, is, checksum),
                "restore the file from a copy, or start a new run from the last configuration");
}

void PastHistory::refuse(std::size_t index, const std::string& what) const {
  throw Error(ErrorKind::bad_file, fmt::format("{}, line {}: {}", name, index + 1, what),
              "restore the file from a copy, or start a new run from the last configuration");
}

void PastHistory::require_consecutive(std::int64_t first, std::int64_t interval) const {
  std::int64_t due = first;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    if (n > 0 && lines[n - 1].kind == Kind::summary) refuse(n, "it follows the summary of the run");
    if (lines[n].kind != Kind::step) continue;
    if (lines[n].step != due) refuse(n, fmt::format("step {} where step {} is due", lines[n].step, due));
    due += interval;
  }
}

std::int64_t PastHistory::last_step() const {
  const auto last =
      std::find_if(lines.rbegin(), lines.rend(), [](const HistoryLine& l) { return l.kind == Kind::step; });
  return last == lines.rend() ? 0 : last->step;
}

const HistoryLine* PastHistory::of_step(std::int64_t step) const {
  const auto at = std::find_if(lines.begin(), lines.end(),
                               [&](const HistoryLine& l) { return l.kind == Kind::step && l.step == step; });
  return at == lines.end() ? nullptr : &*at;
}

std::vector<HistoryLine> PastHistory::until(std::int64_t step) const {
  std::vector<HistoryLine> kept;
  for (const HistoryLine& line : lines) {
    if (line.kind == Kind::summary || (line.kind == Kind::step && line.step > step)) break;
    kept.push_back(line);
  }
  while (!kept.empty() && kept.back().kind == Kind::provenance) kept.pop_back();
  return kept;
}

PastHistory read_history(std::istream& in, const std::string& name) {
  PastHistory past{.name = name, .lines = {}, .torn = {}};
  for (std::string text; std::getline(in, text);) {
    if (past.torn) past.refuse(past.lines.size(), "it is no JSON object: " + past.torn->substr(0, 60));
    const bool whole = !in.eof();
    const auto object = whole ? parsed_json<nlohmann::json>(text) : nlohmann::json();
    if (!object.is_object()) {
      past.torn = text;
      continue;
    }
    auto line = line_of(object, text);
    if (!line) past.refuse(past.lines.size(), "no run writes this: " + text.substr(0, 60));
    past.lines.push_back(std::move(*line));
  }
  return past;
}

PastHistory read_history(const fs::path& path) {
  // Only a missing file counts as empty: a disk error must not.
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT)
    return {.name = path.string(), .lines = {}, .torn = {}};
  const io::InputFile file(path);
  std::istringstream text(file.text_up_to(0, std::size_t(file.size())));
  return read_history(text, path.string());
}

}  // namespace glueball
