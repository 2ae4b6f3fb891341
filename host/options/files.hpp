// Commands over several configurations, one after the other.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "lattice/configuration.hpp"

namespace glueball::app {

/// Calls `work` with the path of each file, located as find_input does. An error in one of several is
/// reported with its name and ends the command; results of earlier files are kept.
void for_each_file(const std::vector<std::string>& files,
                   const std::function<void(const std::string&)>& work);

/// Returns the output path of each file. One file is written to `out`. Several are written into the directory
/// `out`, under the file's name with `extension` (such as ".ildg") instead of its own. All are empty if `out`
/// is. Throws Error(bad_value) if `out` is a file and there are several. Outputs checks that no two are
/// equal.
std::vector<std::string> places_of(const std::vector<std::string>& files, const std::string& out,
                                   const std::string& extension);
/// Throws Error(bad_value) if a file exists already, unless `force` is given or `written` says that the
/// resumed run may have written it, and if a file cannot be written.
void require_places(const std::vector<std::string>& places, bool force,
                    const std::vector<bool>& written = {});
/// Throws Error(bad_value) unless a `bin` above 0 fits at least twice into the number of files.
void require_bins(std::size_t files, int bin);
/// Makes the directory of an output if it does not exist. Throws Error(bad_value).
void make_directory_of(const std::string& output);
/// Returns true if the file holds links or a gauge transformation with the line `origin`, a result of
/// origin_of, in its text.
bool is_of_origin(const std::string& path, const std::string& origin);
/// Returns true if a file is there that the resumed run `may` have written, and is_of_origin says that it
/// did. Throws Error(bad_value) if any other file is there, unless `force` is given; then returns true.
bool replaces(const std::string& path, bool force, bool may, const std::string& origin);
/// Throws Error(bad_file) if the directory of an output that a run wrote earlier is not there any more.
void require_kept(const std::string& output);
/// Writes links in ILDG, into a directory that is made if it does not exist. xlf-info has the lines of
/// `text`, version and date. Throws Error(bad_value) if the file exists, unless `replace` is given.
void write_links(const std::string& path, const Configuration& u, const std::string& text, int precision,
                 bool replace);

}  // namespace glueball::app
