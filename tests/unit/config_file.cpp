// These tests check TOML files of options: the forms of a value, and that written files are read as the same.
#include "app/config_file.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "base/error.hpp"

namespace glueball::test::unit_config_file {
using namespace glueball::app;

namespace {

std::vector<ConfigEntry> read(const std::string& text) {
  std::istringstream in(text);
  return read_config(in, "file.toml", "hmc", {"level"});
}

TEST_SUITE("unit") {
  TEST_CASE("config files: words, texts in quotes and lists are values") {
    for (const auto& [its_text, value] :
         std::vector<std::pair<std::string, std::string>>{{"a = hot", "hot"},
                                                          {"a = -1.5e-3  # why", "-1.5e-3"},
                                                          {"a = \"two words # here\"", "two words # here"},
                                                          {"a = 'the \"best\" run'", "the \"best\" run"},
                                                          {"a = [1, 2,\n 3]", "1,2,3"},
                                                          {"a = ['x', 'y']", "x,y"}}) {
      const auto& text = its_text;
      CAPTURE(text);
      const auto entries = read(text + "\n");
      REQUIRE(entries.size() == 1);
      CHECK(entries[0].value == value);
      const auto again = read(toml_line(entries[0].key, entries[0].value));
      REQUIRE(again.size() == 1);
      CHECK(again[0].value == value);
    }
  }

  TEST_CASE("config files: any text is written so that TOML has it, and read as it was") {
    for (const auto& [value, its_line] : std::vector<std::pair<std::string, std::string>>{
             {"it's", R"(a = "it's")"},
             {"plain; # 'name'", R"(a = "plain; # 'name'")"},
             {R"(a "b")", R"(a = 'a "b"')"},
             {R"(a\b\)", R"(a = 'a\b\')"},
             {R"(both ' and ")", R"(a = "both ' and \"")"},
             {R"('"\)", R"(a = "'\"\\")"},
             {R"(\'")", R"(a = "\\'\"")"},
             {"tab\tline\nreturn\r", R"(a = "tab\tline\nreturn\r")"},
             {"\x1b[2J\x7f\x01", R"(a = "\u001b[2J\u007f\u0001")"},
             {"caf\xc3\xa9", "a = \"caf\xc3\xa9\""}}) {
      const auto& line = its_line;
      CAPTURE(line);
      CHECK(toml_line("a", value) == line + "\n");
      const auto again = read("b = 1\n" + line + "  # '\"\n" + "c = 'x'\n");
      REQUIRE(again.size() == 3);
      CHECK(again[1].value == value);
      CHECK(again[2].value == "x");
    }
    CHECK(read(R"(a = "\u0041\u00e9\u20ac\U0001F600\b\f")")[0].value ==
          "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\b\f");
  }

  TEST_CASE("config files: what is no value is refused with its line, not taken for another one") {
    for (const std::string text :
         {"a = two words", "a = hot b = 3", "a = 'it''s'", "a = \"x\" y", "a = x\"y\"", "a = 1, 2",
          "a = 'x\"", "a = [1, 2] 3", R"(a = "x\")", R"(a = "x\" y)", R"(a = "\x")", R"(a = "\u12")",
          R"(a = "\u0000")", R"(a = "\ud800")", R"(a = "\U00110000")", R"(a = ["\t"])"}) {
      CAPTURE(text);
      try {
        read("b = 1\n" + text + "\n");
        FAIL_CHECK("taken");
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::bad_value);
        CHECK(std::string(error.what()).starts_with("file.toml:2: "));
      }
    }
  }
}

}  // namespace

}  // namespace glueball::test::unit_config_file
