// How a run is gone on with, as a command for a shell.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace glueball::app {

/// A word as a POSIX shell takes it: in quotes where it has blanks or characters that mean something there.
std::string shell_word(std::string_view word);

/// "go on with: glueball COMMAND --resume DIRECTORY"
std::string how_to_go_on(std::string_view command, const std::filesystem::path& directory);

}  // namespace glueball::app
