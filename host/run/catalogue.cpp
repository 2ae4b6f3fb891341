#include "run/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <system_error>

#include "base/error.hpp"
#include "io/gauge_source.hpp"
#include "io/ildg_metadata.hpp"
#include "io/input_file.hpp"
#include "io/qcdml_checks.hpp"
#include "io/text_numbers.hpp"
#include "run/catalogue_history.hpp"
#include "run/history.hpp"

namespace glueball {
namespace {

namespace fs = std::filesystem;

/// True for files beside configurations that are no configurations.
bool is_passed_over(const std::string& name) {
  static const std::set<std::string> endings = {".toml", ".json", ".jsonl", ".md",  ".txt",  ".log",
                                                ".h5",   ".hdf5", ".png",   ".svg", ".webp", ".bin"};
  std::string ending = fs::path(name).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return name.starts_with('.') || endings.contains(ending);
}

/// A broken symbolic link counts as a file, and is reported as unreadable.
bool is_file(const fs::directory_entry& entry) {
  std::error_code error;
  const fs::file_status status = entry.status(error);
  return fs::is_regular_file(status) || (entry.is_symlink(error) && !fs::exists(status));
}

/// Returns "a = 1, b = 2" from the lines of xlf-info that say how the links were made.
std::string parameters_of(const std::string& xlf_info) {
  static const char* const of_one_file[] = {"plaquette",  "trajectory nr",   "seed", "history crc32",
                                            "date",       "glueballversion", "time", "timestamp",
                                            "hmcversion", "epsbar",          "flow"};
  std::istringstream in(xlf_info);
  std::string all;
  for (std::string line; std::getline(in, line);) {
    const std::string words(io::trimmed(line));
    const bool own =
        std::ranges::any_of(of_one_file, [&](const char* key) { return words.starts_with(key); });
    if (!words.empty() && !own) all += (all.empty() ? "" : ", ") + words;
  }
  return all;
}

std::optional<std::int64_t> number_in_name(const std::string& name) {
  const std::string stem = fs::path(name).stem().string();
  const auto last = stem.find_last_of("0123456789");
  if (last == stem.npos) return {};
  const auto before = stem.find_last_not_of("0123456789", last);
  return step_of(stem.substr(before + 1, last - before));
}

void take_document(CataloguedFile& file, const io::FileHeader& header) {
  const io::Qcdml& said = *header.qcdml;
  for (const std::string& fault : io::qcdml_faults(said.xml)) file.faults.push_back("QCDml: " + fault);
  file.ensemble = said.ensemble;
  file.lfn = said.lfn;
  if (const auto update = step_of(said.update)) {
    if (file.step && *file.step != *update)
      file.faults.push_back(fmt::format("QCDml: update {} of step {}", *update, *file.step));
    file.step = update;
  }
  if (const auto lfn = header.header.find("ildg-data-lfn");
      lfn != header.header.end() && std::string(io::trimmed(lfn->second)) != said.lfn)
    file.faults.push_back(fmt::format("QCDml: dataLFN {}, the file says {}", said.lfn, lfn->second));
}

CataloguedFile read(const fs::path& path) {
  CataloguedFile file{.name = path.filename().string()};
  try {
    const auto source = io::open_source(path);
    file.lattice = source->geometry().extents();
    file.format = source->header().format;
    const io::LinkAverages averages = io::stream(*source);
    const io::FileHeader& header = source->header();
    file.plaquette = averages.plaquette();
    file.checksum = header.checksum;
    file.checksum_verified = header.checksum_verified;
    if (!file.checksum.empty() && !file.checksum_verified) file.faults.push_back("it states no checksum");
    if (const auto info = header.header.find("xlf-info"); info != header.header.end()) {
      file.parameters = parameters_of(info->second);
      file.step = step_of(io::xlf_value(info->second, "trajectory nr").value_or(""));
      file.seed = io::xlf_value(info->second, "seed").value_or("");
      file.history_checksum = io::xlf_value(info->second, kHistoryChecksum).value_or("");
    }
    if (header.qcdml) take_document(file, header);
  } catch (const Error& error) {
    std::string what = error.message();
    const std::string prefix = path.string() + ": ";
    if (what.starts_with(prefix)) what.erase(0, prefix.size());
    file.faults.push_back(what);
  }
  const auto named = number_in_name(file.name);
  if (file.step && named && *file.step != *named)
    file.faults.push_back(fmt::format("its name says {}, its header step {}", *named, *file.step));
  if (!file.step) file.step = named;
  return file;
}

/// Adds a fault to files whose value differs from that of most.
void require_one(std::vector<CataloguedFile>& files, const std::string& what,
                 const std::function<std::string(const CataloguedFile&)>& word) {
  std::map<std::string, int> counts;
  for (const CataloguedFile& f : files)
    if (f.plaquette) ++counts[word(f)];
  if (counts.size() < 2) return;
  const auto usual =
      std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; })->first;
  const auto shown = [](const std::string& text) { return text.empty() ? std::string("none") : text; };
  for (CataloguedFile& f : files)
    if (f.plaquette && word(f) != usual)
      f.faults.push_back(fmt::format("{}: {}, of others {}", what, shown(word(f)), shown(usual)));
}

void require_different(std::vector<CataloguedFile>& files, const std::string& what,
                       const std::function<std::string(const CataloguedFile&)>& word) {
  std::map<std::string, std::string> first;
  for (CataloguedFile& f : files) {
    const std::string own = word(f);
    if (own.empty()) continue;
    if (const auto [known, added] = first.emplace(own, f.name); !added)
      f.faults.push_back(fmt::format("the same {} as {}", what, known->second));
  }
}

/// Adds faults for steps between the first and the last that are missing from the most frequent stride.
void require_stride(Catalogue& c) {
  std::set<std::int64_t> steps;
  for (const CataloguedFile& f : c.files)
    if (f.step) steps.insert(*f.step);
  std::map<std::int64_t, int> strides;
  for (auto at = steps.begin(); at != steps.end() && std::next(at) != steps.end(); ++at)
    ++strides[*std::next(at) - *at];
  if (strides.size() < 2) return;
  const std::int64_t stride =
      std::ranges::max_element(strides, {}, [](const auto& s) { return s.second; })->first;
  for (auto at = steps.begin(); std::next(at) != steps.end(); ++at) {
    const std::int64_t from = *at, to = *std::next(at), missing = (to - from) / stride - 1;
    if ((to - from) % stride != 0)
      c.faults.push_back(fmt::format("steps {} and {} are {} apart, others {}", from, to, to - from, stride));
    else if (missing > 0)
      c.faults.push_back(missing == 1 ? fmt::format("step {} is missing", from + stride)
                                      : fmt::format("steps {} to {} are missing, {} of them", from + stride,
                                                    to - stride, missing));
  }
}

void check_document(Catalogue& c, const fs::path& path) {
  const io::InputFile file(path);
  constexpr std::uint64_t kMost = 1 << 20;
  const std::string xml = file.text_up_to(0, std::size_t(std::min(file.size(), kMost)));
  const std::string name = path.filename().string();
  for (const std::string& fault : io::qcdml_faults(xml)) c.faults.push_back(name + ": " + fault);
  const std::string ensemble = io::qcdml_ensemble(xml);
  for (const CataloguedFile& f : c.files)
    if (!ensemble.empty() && !f.ensemble.empty() && f.ensemble != ensemble) {
      c.faults.push_back(fmt::format("{}: of ensemble {}, {} is of {}", name, ensemble, f.name, f.ensemble));
      break;
    }
}

}  // namespace

std::size_t Catalogue::fault_count() const {
  std::size_t count = faults.size();
  for (const CataloguedFile& f : files) count += f.faults.size();
  return count;
}

std::optional<std::int64_t> step_of(std::string_view text) {
  constexpr std::int64_t kMost = 1000000000000000;
  const auto step = io::parse_number<std::int64_t>(text);
  return step && *step >= -kMost && *step <= kMost ? step : std::nullopt;
}

Catalogue catalogue_of(const fs::path& directory, const std::function<void(std::size_t, std::size_t)>& told) {
  std::vector<fs::path> paths, documents;
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    const fs::path& path = at->path();
    if (!is_file(*at) || is_passed_over(path.filename().string())) continue;
    (path.extension() == ".xml" ? documents : paths).push_back(path);
  }
  if (error)
    throw Error(ErrorKind::bad_file, directory.string() + ": " + error.message(), "name a directory");
  if (paths.empty())
    throw Error(ErrorKind::bad_file, directory.string() + ": there is no configuration in it",
                "give a directory with configurations");
  std::ranges::sort(paths);
  std::ranges::sort(documents);
  Catalogue c;
  for (std::size_t n = 0; n < paths.size(); ++n) {
    if (told) told(n, paths.size());
    c.files.push_back(read(paths[n]));
  }
  std::ranges::stable_sort(c.files, {}, [](const CataloguedFile& f) { return f.step.value_or(-1); });
  require_one(c.files, "lattice", [](const CataloguedFile& f) {
    return fmt::format("{}x{}x{}x{}", f.lattice[0], f.lattice[1], f.lattice[2], f.lattice[3]);
  });
  require_one(c.files, "parameters", [](const CataloguedFile& f) { return f.parameters; });
  require_one(c.files, "ensemble", [](const CataloguedFile& f) { return f.ensemble; });
  // The format has no checksum: links with equal plaquettes to all digits count as equal.
  require_different(c.files, "data", [](const CataloguedFile& f) {
    if (!f.plaquette) return std::string();
    return f.checksum.empty() ? fmt::format("plaquette {:.16g}", *f.plaquette) : f.checksum;
  });
  require_different(c.files, "step",
                    [](const CataloguedFile& f) { return f.step ? fmt::format("{}", *f.step) : ""; });
  require_different(c.files, "logical file name", [](const CataloguedFile& f) { return f.lfn; });
  require_stride(c);
  for (const fs::path& path : documents) check_document(c, path);
  compare_with_history(c, directory);
  return c;
}

}  // namespace glueball
