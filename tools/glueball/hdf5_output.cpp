#include "hdf5_output.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>

#include "app/config_file.hpp"
#include "app/links_checksum.hpp"
#include "app/progress.hpp"
#include "app/ranks.hpp"
#include "base/error.hpp"
#include "io/place.hpp"
#include "options/files.hpp"

namespace glueball::app {

Hdf5Mark mark_of_run(const std::filesystem::path& directory, const std::string& recorded,
                     const Hdf5Options& options) {
  Hdf5Mark mark{"directory", {directory.string()}};
  std::ifstream config(std::filesystem::path(recorded) / "config.toml");
  const std::string copied{std::istreambuf_iterator<char>(config), {}};
  if (copied.find(toml_line("hdf5", io::real_place(options.path).string())) == std::string::npos)
    mark.values.push_back(recorded);
  return mark;
}

Hdf5Output::MadeDirectories::~MadeDirectories() {
  std::error_code not_empty;
  for (const std::filesystem::path& path : paths) std::filesystem::remove(path, not_empty);
}

Hdf5Output::Hdf5Output(const Hdf5Options& options, bool force, const std::optional<Hdf5Mark>& resumed)
    : options_(options) {
  if (!options.wanted() || !world().first()) return;
  if (resumed && !force && std::filesystem::exists(options.path)) {
    const auto is = [&](const std::string& name, const std::string& value) {
      return io::hdf5_root_attribute(options.path, name) == value;
    };
    if (!is("command", options.table->get_name()) ||
        std::ranges::none_of(resumed->values, [&](const auto& value) { return is(resumed->name, value); }))
      throw Error(ErrorKind::bad_value, "--hdf5 " + options.path + ": is there, and not of this run",
                  "give another name, or --force");
    force = true;
  }
  for (auto folder = std::filesystem::path(options.path).parent_path();
       !folder.empty() && !std::filesystem::exists(folder); folder = folder.parent_path())
    made_.paths.push_back(folder);
  make_directory_of(options.path);
  file_.emplace(options.path, force);
  if (resumed) file_->hold();
}

void Hdf5Output::open() {
  if (file_) file_->write();
}

void Hdf5Output::begin(const Provenance& provenance, const std::string& config) {
  if (!file_) return;
  set("/", {"glueball_format", std::int64_t(1)});
  set("/", {"command", options_.table->get_name()});
  for (const io::Hdf5Attribute& a : hdf5_attributes(provenance)) set("/", a);
  set("/", {"config", config.empty() ? config_values(*options_.table).toml() : config});
}

void Hdf5Output::set(const std::string& group, const io::Hdf5Attribute& attribute) {
  if (file_) file_->set(group, attribute);
}

void Hdf5Output::put(const std::string& group, const Hdf5Row& arrays) {
  if (!file_) return;
  for (const io::Hdf5Column& array : arrays) file_->put(group, array);
}

void Hdf5Output::append(const std::string& group, const Hdf5Row& row) {
  if (file_) file_->append(group, row);
}

void Hdf5Output::finish(bool quiet) {
  if (!file_) return;
  file_->write();
  say(quiet, "wrote " + options_.path);
}

Hdf5Row hdf5_origin(const std::string& file, const std::string& checksum) {
  return {{"file", file}, {"checksum", checksum}};
}

Hdf5Row hdf5_origin(const std::string& file, const Configuration& u) {
  return hdf5_origin(file, world().alone() ? checksum_of(u) : std::string());
}

void append_observed(Hdf5Output& hdf5, const std::string& group, Hdf5Row row,
                     const std::vector<NamedQuantity>& observed) {
  for (const auto& [name, q, repeated] : observed) {
    if (repeated) continue;
    if (q.fixed)
      hdf5.put("axes", {hdf5_column(name, q.shape, q.values)});
    else
      row.push_back(hdf5_column(name, q.shape, q.values));
  }
  hdf5.append(group, row);
}

Hdf5Row operator+(Hdf5Row a, const Hdf5Row& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace glueball::app
