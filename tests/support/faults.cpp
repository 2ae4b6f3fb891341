#include "support/faults.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "support/temporary.hpp"

namespace glueball::test {

const std::vector<std::string>& ways_to_fail() {
  static const std::vector<std::string> ways = {"before", "eio", "after", "full", "torn"};
  return ways;
}

FaultyResult run_with_fault(const std::vector<std::string>& arguments, const std::filesystem::path& run,
                            const Fault& fault) {
  const char* library = std::getenv("GLUEBALL_FAULTS");
  if (library == nullptr) throw std::runtime_error("GLUEBALL_FAULTS is not set; run this through ctest");
  const TemporaryDirectory scratch;
  const std::string log = scratch / "calls";
  const char* sanitizer = std::getenv("ASAN_OPTIONS");
  ProgramOptions options;
  options.environment = {
      {"LD_PRELOAD", library},
      {"OMP_NUM_THREADS", "1"},  // lattices are tiny, runs many
      {"ASAN_OPTIONS", (sanitizer ? std::string(sanitizer) + ":" : "") + "verify_asan_link_order=0"},
      {"GLUEBALL_FAULT_BELOW", run.string()},
      {"GLUEBALL_FAULT_AT", std::to_string(fault.at)},
      {"GLUEBALL_FAULT_HOW", fault.how},
      {"GLUEBALL_FAULT_NAMED", fault.named ? "1" : "0"},
      {"GLUEBALL_FAULT_LOG", log}};
  FaultyResult done{run_program(arguments, options), 0, false};
  std::ifstream file(log);
  done.calls = int(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
  done.hit = fault.at > 0 && done.calls >= fault.at;
  return done;
}

}  // namespace glueball::test
