// Errors of the library in the words of a command line.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "app/exit_status.hpp"

namespace glueball::app {

/// What is said behind a flag ("--extents"): which command has it, where that which ran does not.
using WhoseFlag = std::function<std::string(const std::string& flag)>;

/// A hint with each parameter in angle brackets as the flag it is: "raise <max_iterations>" is "raise
/// --max-iterations", "try <inner double>" is "try --inner double".
std::string worded(const std::string& hint, const WhoseFlag& whose = {});
/// What went wrong as it is, since it may quote a file or what a user has typed, and the hint so.
std::string worded(const std::exception& error, const WhoseFlag& whose = {});

/// "wilson, twisted-mass or clover"
std::string alternatives(const std::vector<std::string>& names);

/// "NAME: what went wrong; what to try" on stderr; the exit status.
int failed(const std::string& name, const Error& error);

/// The exit status of a tool of that name: of run(arguments), or of what it throws, which is told.
int run_tool(const std::string& name, int argc, char** argv,
             const std::function<int(const std::vector<std::string>& arguments)>& run);

}  // namespace glueball::app
