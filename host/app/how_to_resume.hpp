// The shell command that resumes a run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace glueball::app {

/// Returns a word for a POSIX shell, in quotes if it has blanks or characters that the shell interprets.
std::string shell_word(std::string_view word);

/// Returns "go on with: glueball COMMAND --resume DIRECTORY".
std::string how_to_resume(std::string_view command, const std::filesystem::path& directory);

}  // namespace glueball::app
