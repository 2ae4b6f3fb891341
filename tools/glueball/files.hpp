// Commands that take several configurations, one after the other.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace glueball::app {

/// Calls `work` with the path of each, looked for as find_input does. What goes wrong with one of several is
/// said with its name and ends the command; what was done for those before it stays.
void for_each_file(const std::vector<std::string>& files,
                   const std::function<void(const std::string&)>& work);

/// Where the result of each file goes: of one file to `out`; of several into the directory `out`, under the
/// file's name with `extension` (".ildg") in place of its own. All empty where `out` is. Throws
/// Error(bad_value) where `out` is a file and there are several. That no two are the same is for Outputs.
std::vector<std::string> places_of(const std::vector<std::string>& files, const std::string& out,
                                   const std::string& extension);
/// Throws Error(bad_value) where a file is there already unless `force` or `written` says that a run that
/// goes on has written it, and where it could not be written.
void require_places(const std::vector<std::string>& places, bool force,
                    const std::vector<bool>& written = {});
/// Throws Error(bad_value) unless a `bin` above 0 is found twice in several files.
void require_bins(std::size_t files, int bin);
/// Makes the directory of an output where it is not there. Throws Error(bad_value).
void make_directory_of(const std::string& output);

}  // namespace glueball::app
