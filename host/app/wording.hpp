// Words errors of the library for a command line.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "app/exit_status.hpp"

namespace glueball::app {

/// Returns the words behind a flag ("--extents") that the present command lacks: the command that has it.
using WhoseFlag = std::function<std::string(const std::string& flag)>;

/// Returns a hint with each parameter in angle brackets as its flag: "raise <max_iterations>" becomes "raise
/// --max-iterations", "try <inner double>" becomes "try --inner double".
std::string worded(const std::string& hint, const WhoseFlag& whose = {});
/// Returns an error's message unchanged, since it may quote a file or a user's input, and its hint as above.
std::string worded(const std::exception& error, const WhoseFlag& whose = {});

/// Returns "wilson, twisted-mass or clover".
std::string alternatives(const std::vector<std::string>& names);

/// Prints "NAME: what went wrong; what to try" on stderr; returns the exit status.
int failed(const std::string& name, const Error& error);

/// Runs a tool of that name. Returns the exit status of run(arguments), or of the error that it throws, which
/// is printed.
int run_tool(const std::string& name, int argc, char** argv,
             const std::function<int(const std::vector<std::string>& arguments)>& run);

}  // namespace glueball::app
