#include "outputs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "app/paths.hpp"
#include "base/error.hpp"
#include "io/place.hpp"

namespace glueball::app {

namespace fs = std::filesystem;

namespace {

/// Returns the identity of a file under all its names; {} if it does not exist.
std::pair<std::uint64_t, std::uint64_t> identity(const fs::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return {};
  return {found.st_dev, found.st_ino};
}

[[noreturn]] void refuse_output(const std::string& what, const std::string& hint) {
  throw Error(ErrorKind::bad_value, what, hint);
}

}  // namespace

Outputs::Outputs(const CommonOptions& common, const std::vector<std::string>& inputs) {
  const auto add = [this](const std::string& input) {
    if (const auto there = identity(find_input(input)); there != decltype(there)()) inputs_.insert(there);
  };
  for (const std::string& input : inputs) add(input);
  add(common.config);
}

Outputs& Outputs::run(const std::string& output, const std::string& resume, const RunDirectory::Named& also) {
  const bool resumes = !resume.empty();
  if (resumes || !output.empty())
    add({.flag = resumes ? "--resume" : "--output",
         .path = resumes ? resume : output,
         .owns = [also](const std::string& name) { return RunDirectory::owns(name, also); }});
  return *this;
}

Outputs& Outputs::file(const std::string& flag, const std::string& path) {
  if (path.empty()) return *this;
  if (inputs_.contains(identity(path)))
    refuse_output(path + " is read, and --force would replace it", "give another name");
  add({.flag = flag, .path = path});
  return *this;
}

Outputs& Outputs::files(const std::string& flag, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) file(flag, path);
  return *this;
}

void Outputs::add(Output output) {
  const fs::path place = io::real_place(output.path);
  for (fs::path above = place.parent_path(); above.has_relative_path(); above = above.parent_path())
    if (const auto found = outputs_.find(above); found != outputs_.end())
      require_apart(found->second, above, output, place);
  // Paths below it follow it in sorted order.
  for (auto next = outputs_.lower_bound(place); next != outputs_.end() && io::is_below(next->first, place);
       ++next)
    require_apart(output, place, next->second, next->first);
  outputs_.emplace(place, std::move(output));
}

void Outputs::require_apart(const Output& above, const fs::path& place, const Output& below,
                            const fs::path& place_below) const {
  const std::string apart = "give each a name of its own";
  if (place == place_below && above.flag == below.flag && above.path == below.path)
    refuse_output(fmt::format("{} would write {} twice", above.flag, above.path),
                  "give each name once, and files that are called the same one at a time");
  if (place == place_below && above.path == below.path)
    refuse_output(fmt::format("{} and {} are both {}", below.flag, above.flag, above.path), apart);
  if (place == place_below)
    refuse_output(fmt::format("{} {} and {} {} are one file", below.flag, below.path, above.flag, above.path),
                  apart);
  if (!above.owns)
    refuse_output(
        fmt::format("{} {} is below {} {}, which is a file", below.flag, below.path, above.flag, above.path),
        apart);
  const std::string name = place_below.lexically_relative(place).begin()->string();
  if (above.owns(name))
    refuse_output(
        fmt::format("{} {}: the run in {} has a {} of its own", below.flag, below.path, above.path, name),
        "give another name");
}

}  // namespace glueball::app
