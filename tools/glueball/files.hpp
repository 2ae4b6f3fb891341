// Commands over several configurations, one after the other.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

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
/// resumed run wrote it, and if a file cannot be written.
void require_places(const std::vector<std::string>& places, bool force,
                    const std::vector<bool>& written = {});
/// Throws Error(bad_value) unless a `bin` above 0 fits at least twice into the number of files.
void require_bins(std::size_t files, int bin);
/// Makes the directory of an output if it does not exist. Throws Error(bad_value).
void make_directory_of(const std::string& output);

}  // namespace glueball::app
