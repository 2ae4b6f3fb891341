// Errors of the library in the words of a command line.
#pragma once

#include <string>

#include "app/exit_status.hpp"

namespace glueball::app {

/// `text` with each parameter in angle brackets as the flag it is: "raise <max_iterations>" is "raise
/// --max-iterations", "try <inner double>" is "try --inner double".
std::string worded(const std::string& text);

/// "NAME: what went wrong; what to try" on stderr; the exit status.
int failed(const std::string& name, const Error& error);

}  // namespace glueball::app
