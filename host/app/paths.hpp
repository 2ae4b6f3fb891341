// Paths of the program's own files.
#pragma once

#include <filesystem>
#include <string>

namespace glueball::app {

/// Returns the folder that holds presets/ and configurations/: share/glueball beside an installed program, or
/// assets/ of the checkout for one in build/PRESET. Returns an empty path if neither exists.
std::filesystem::path data_directory();

/// Returns the file of that name: as given, or below data_directory() (with or without a leading "assets/").
/// Returns `name` unchanged if there is no such file, so that the reader's error names it.
std::filesystem::path find_input(const std::string& name);

}  // namespace glueball::app
