// A fermion operator describes itself by virtual functions and by its line in the registry: no code asks for
// its type.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "support/source_text.hpp"

namespace glueball::test::unit_structure_operators {
namespace {

namespace fs = std::filesystem;

struct Rule {
  const char *pattern, *instead;
};

const std::vector<Rule>& rules() {
  static const std::vector<Rule> table = {
      {R"((dynamic|static|reinterpret)_cast\s*<[^;(]*(Operator|SolverMatrix|Action)\b[^;(]*>\s*\()",
       "give the base class a virtual function"},
      {R"(dynamic_pointer_cast\s*<|static_pointer_cast\s*<)", "give the base class a virtual function"},
      {R"(\bkind\s*[!=]=\s*")", "ask its line in the registry (ActionKind, OperatorKind)"},
      {R"re(values\.contains\("(kappa|mu|heavy-mu|mass|csw)"\))re", "ask ActionKind::quark"},
  };
  return table;
}

std::vector<std::string> violations(const std::string& path, const std::string& text) {
  std::vector<std::string> found;
  for (const Rule& rule : rules()) {
    const std::regex pattern(rule.pattern);
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
      const auto line = 1 + std::count(text.begin(), text.begin() + at->position(), '\n');
      found.push_back(path + ":" + std::to_string(line) + ": " + at->str() + "...: " + rule.instead);
    }
  }
  return found;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("no cast between operators, no name of an action as a type") {
    std::size_t files = 0;
    for (const char* top : {"host", "tools/glueball"})
      for (const auto& entry : fs::recursive_directory_iterator(fs::path(GLUEBALL_SOURCE) / top)) {
        const std::string extension = entry.path().extension().string();
        if (!entry.is_regular_file() || (extension != ".cpp" && extension != ".hpp")) continue;
        for (const auto& line : violations(fs::relative(entry.path(), GLUEBALL_SOURCE).generic_string(),
                                           glueball::test::text_of(entry.path())))
          FAIL_CHECK(line);
        ++files;
      }
    CHECK(files > 0);
  }

  TEST_CASE("a cast between operators is found") {
    const auto wrong = [](const char* text) { return violations("x.cpp", text).size(); };
    CHECK(wrong("return dynamic_cast<const cpu::CloverOperator&>(exact);") == 1);
    CHECK(wrong("const auto& op = static_cast<const SpinorOperator&>(solver_.op());") == 1);
    CHECK(wrong("f(static_cast<\n    FermionOperator<F>*>(m));") == 1);
    CHECK(wrong("if (m.kind != \"gauge\") ++number;") == 1);
    CHECK(wrong("return m.values.contains(\"kappa\");") == 1);
    CHECK(wrong("const int n = static_cast<int>(x); if (kind == Kind::gauge) f(); auto* g = "
                "dynamic_cast<Gauge*>(p);") == 0);
  }
}

}  // namespace glueball::test::unit_structure_operators
