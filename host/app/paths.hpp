// Where the program's own files are.
#pragma once

#include <filesystem>
#include <string>

namespace glueball::app {

/// The folder that holds presets/ and configurations/: share/glueball beside an installed program, assets/ of
/// the checkout for one in build/PRESET. Empty when there is neither.
std::filesystem::path data_directory();

/// The file that `name` means: as given, or below data_directory() (with or without a leading "assets/").
/// Returns `name` unchanged when there is no such file, so that the reader's error names it.
std::filesystem::path find_input(const std::string& name);

}  // namespace glueball::app
