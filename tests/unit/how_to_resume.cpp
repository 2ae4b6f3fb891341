#include "app/how_to_resume.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

namespace glueball::test::unit_how_to_resume {
namespace {

/// Returns a word as a shell reads it.
std::string through_shell(const std::string& word) {
  const std::string command = "printf %s " + word;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string said;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) said += char(c);
  CHECK(pclose(pipe) == 0);
  return said;
}

TEST_SUITE("unit") {
  TEST_CASE("words of a hint mean to a shell what they are") {
    for (const std::string word :
         {"run",   "/tmp/run-5.7_a", "my run",     "it's",       "'", "$HOME", "`ls`", "a;b", "*", "~", "-x",
          "\"q\"", "back\\slash",    "two\nlines", "gl\xc3\xbc", "",  " ",     "a=b",  "(x)", "#"}) {
      CAPTURE(word);
      CHECK(through_shell(app::shell_word(word)) == word);
    }
    CHECK(app::shell_word("/tmp/run-5.7_a") == "/tmp/run-5.7_a");
    CHECK(app::how_to_resume("hmc", "my run") == "go on with: glueball hmc --resume 'my run'");
  }
}

}  // namespace

}  // namespace glueball::test::unit_how_to_resume
