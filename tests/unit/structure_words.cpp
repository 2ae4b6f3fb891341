// The library is no program: below app/ it names no flag, prints nothing and knows no exit status. Reads
// every source of host/.
#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "app/wording.hpp"
#include "support/source_text.hpp"

namespace glueball::test::unit_structure_words {
namespace {

namespace fs = std::filesystem;

/// Returns what is wrong with a source of the library.
std::vector<std::string> faults(const std::string& path, const std::string& text) {
  static const std::regex flag(R"((^|[^-\w])--[a-z][a-z-]+)"),
      printing(
          R"(\bstd(err|out)\b|\bstd::(cerr|cout|clog)\b|\bf?printf\s*\(|\bfmt::print(ln)?\s*\(|\bputs\s*\()"),
      ending(R"(\b(std::)?(exit|abort|quick_exit|terminate)\s*\(|\bStatus::)");
  const test::SourceText source = test::source_text(text);
  std::vector<std::string> found;
  std::smatch word;
  // The options of the SPIR-V optimiser are not ours.
  if (path != "spirv/specialize.cpp" && path != "spirv/compiler.cpp" &&
      std::regex_search(source.strings, word, flag))
    found.push_back(path + ": names the flag" + word.str());
  if (std::regex_search(source.code, word, printing)) found.push_back(path + ": prints: " + word.str());
  if (std::regex_search(source.code, word, ending)) found.push_back(path + ": ends programs: " + word.str());
  return found;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("the library names no flag, prints nothing, ends no program") {
    const fs::path root = fs::path(GLUEBALL_SOURCE) / "host";
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const std::string path = fs::relative(entry.path(), root).generic_string();
      const auto extension = entry.path().extension();
      if ((extension != ".cpp" && extension != ".hpp") || path.starts_with("app/") ||
          path.starts_with("options/") || path.starts_with("view/"))
        continue;
      for (const auto& fault : faults(path, test::text_of(entry.path()))) FAIL_CHECK(fault);
      ++files;
    }
    CHECK(files > 0);
  }

  TEST_CASE("such words are found") {
    CHECK(faults("io/x.cpp", "f(\"pass --force\");").size() == 1);
    CHECK(faults("io/x.cpp", "// pass --force\nf(\"a - b -- c\", --n);").empty());
    CHECK(faults("gpu/x.cpp", "std::fprintf(stderr, \"x\");").size() == 1);
    CHECK(faults("gpu/x.cpp", "std::snprintf(text, 3, \"x\"); // stderr").empty());
    CHECK(faults("gpu/x.cpp", "std::exit(3);").size() == 1);
    CHECK(faults("gpu/x.cpp", "return int(Status::device);").size() == 1);
  }

  TEST_CASE("parameters of hints are said as flags") {
    CHECK(app::worded("raise <max_iterations> or leave it") == "raise --max-iterations or leave it");
    CHECK(app::worded("give an <m0> of 1.4") == "give an --m0 of 1.4");
    CHECK(app::worded("try <inner double>, <boundary 1,1,1,-1>") ==
          "try --inner double, --boundary 1,1,1,-1");
    for (const char* none : {"a < b > c", "x<Y>", "<", "<>", "<1>", "<a,b>", "no", "a <b", "<<"})
      CHECK(app::worded(none) == none);
    CHECK(app::worded("<<force>") == "<--force");
  }

  TEST_CASE("each kind of error has an exit status of its own") {
    CHECK(app::exit_status(ErrorKind::bad_value) == app::Status::usage);
    CHECK(app::exit_status(ErrorKind::bad_file) == app::Status::bad_input);
    CHECK(app::exit_status(ErrorKind::device) == app::Status::device);
    CHECK(app::exit_status(ErrorKind::not_converged) == app::Status::not_converged);
    CHECK(app::exit_status(ErrorKind::disagreement) == app::Status::self_test);
  }
}

}  // namespace glueball::test::unit_structure_words
