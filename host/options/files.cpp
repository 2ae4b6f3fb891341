#include "options/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "app/paths.hpp"
#include "base/error.hpp"
#include "io/ildg.hpp"
#include "io/lime.hpp"
#include "io/part_file.hpp"
#include "io/place.hpp"
#include "run/provenance.hpp"

namespace glueball::app {

namespace fs = std::filesystem;

void for_each_file(const std::vector<std::string>& files,
                   const std::function<void(const std::string&)>& work) {
  for (const std::string& file : files) {
    const std::string path = find_input(file).string();
    try {
      work(path);
    } catch (const DiskFull&) {
      throw;
    } catch (const Error& error) {
      const std::string what = error.what();
      if (files.size() < 2 || what.find(path) != std::string::npos) throw;
      throw Error(error.kind(), path + ": " + error.message(), error.hint());
    }
  }
}

namespace {

/// Begins and deletes a file, because permissions are not all that may forbid one.
void try_place(const std::string& output) {
  const fs::path there = io::nearest_above(output);
  try {
    const io::PartFile begun(there / fs::path(output).filename());
  } catch (const DiskFull&) {
    throw;
  } catch (const Error&) {
    throw Error(ErrorKind::bad_value,
                fmt::format("{} cannot be written: no file can be made in {}", output, there.string()),
                "choose another name");
  }
}

}  // namespace

std::vector<std::string> places_of(const std::vector<std::string>& files, const std::string& out,
                                   const std::string& extension) {
  if (out.empty()) return std::vector<std::string>(files.size());
  if (files.size() < 2) return {out};
  std::error_code error;
  if (fs::exists(out, error) && !fs::is_directory(out, error))
    throw Error(ErrorKind::bad_value,
                fmt::format("{} is a file, and there are {} configurations", out, files.size()),
                "name a directory, which takes one file of each");
  std::vector<std::string> places;
  for (const std::string& file : files)
    places.push_back((fs::path(out) / fs::path(file).stem()).string() + extension);
  return places;
}

void require_places(const std::vector<std::string>& places, bool force, const std::vector<bool>& written) {
  for (std::size_t n = 0; n < places.size(); ++n)
    if (!places[n].empty()) io::require_writable(places[n], force || (n < written.size() && written[n]));
  for (const std::string& place : places)
    if (!place.empty()) try_place(place);
}

void require_bins(std::size_t files, int bin) {
  if (bin > 0 && files > 1 && files / std::size_t(bin) < 2)
    throw Error(ErrorKind::bad_value, fmt::format("--bin {}: {} files do not fill two bins", bin, files),
                fmt::format("give {} or less, or more files", files / 2));
}

void make_directory_of(const std::string& output) {
  const fs::path folder = fs::path(output).parent_path();
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw Error(ErrorKind::bad_value,
                fmt::format("{}: cannot be made ({})", folder.string(), error.message()),
                "choose another directory");
}

bool is_of_origin(const std::string& path, const std::string& origin) try {
  const io::InputFile file(path);
  return std::ranges::any_of(io::read_lime_records(file), [&](const io::LimeRecord& r) {
    return (r.type == "xlf-info" || r.type == "scidac-record-xml") &&
           io::read_text(file, r).find(origin) != std::string::npos;
  });
} catch (const Error&) {
  return false;
}

bool replaces(const std::string& path, bool force, bool may, const std::string& origin) {
  if (force) return true;
  if (path.empty() || !fs::exists(path)) return false;
  if (!may || !is_of_origin(path, origin)) io::refuse_existing(path);
  return true;
}

void require_kept(const std::string& output) {
  const fs::path folder = io::real_place(output).parent_path();
  std::error_code error;
  if (!output.empty() && !fs::exists(folder, error))
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: the run wrote {}, but the directory is not there any more", folder.string(),
                            fs::path(output).filename().string()),
                "move the directory back, or make it to go on there");
}

void write_links(const std::string& path, const Configuration& u, const std::string& text, int precision,
                 bool replace) {
  make_directory_of(path);
  io::WriteOptions write;
  write.precision = precision;
  write.force = replace;
  write.xlf_info = fmt::format("{}glueballversion = {}\ndate = {}\n", text, version(), utc_time());
  io::write_ildg(path, u, write);
}

}  // namespace glueball::app
