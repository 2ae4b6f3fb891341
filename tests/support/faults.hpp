// A program whose calls on files below a directory fail, or that is killed at one of them; see
// tests/faults/inject.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/program.hpp"

namespace glueball::test {

struct Fault {
  int at = 0;  ///< the number of the call, from 1; 0: none
  std::string how = "eio";
  bool named = false;  ///< no file can be made without a name, as on file systems without O_TMPFILE
};

/// Returns the ways to fail: eio, full, before, after, torn.
const std::vector<std::string>& ways_to_fail();

struct FaultyResult {
  ProgramResult result;
  int calls = 0;     ///< on files below the directory
  bool hit = false;  ///< whether the fault came
};

/// Runs the program, its files below `run`, on one thread of the host's.
FaultyResult run_with_fault(const std::vector<std::string>& arguments, const std::filesystem::path& run,
                            const Fault& fault);

}  // namespace glueball::test
