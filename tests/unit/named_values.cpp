// "beta = 6, c1 = 0": what lines of parameters say, whoever has written them.
#include "run/named_values.hpp"

#include <doctest/doctest.h>

#include <random>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace glueball::test::unit_named_values {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

/// Parses the same language by a regular expression, which is slow, and recursive in the length of a value.
Values by_regex(const std::string& text) {
  static const std::regex pattern(R"(([A-Za-z_][\w.-]*) = ([^,\n]+))");
  Values found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    found.emplace_back((*at)[1], (*at)[2]);
  return found;
}

TEST_SUITE("unit") {
  TEST_CASE("named values: names and values of lines") {
    CHECK(named_values("beta = 6, c1 = -0.331\nkappa.2 = 0.12 and more\n") ==
          Values{{"beta", "6"}, {"c1", "-0.331"}, {"kappa.2", "0.12 and more"}});
    CHECK(named_values("_a-b = x = y") == Values{{"_a-b", "x = y"}});
    CHECK(named_values("trajectory nr = 12") == Values{{"nr", "12"}});
    CHECK(named_values("-9.beta = 6") == Values{{"beta", "6"}});
    CHECK(named_values("a =  \r\nb = 1") == Values{{"a", " \r"}, {"b", "1"}});
    for (const char* none : {"", " = ", "= 3", "beta", "beta=6", "beta  = 6", "beta =6", "9 = 6", "-. = 1",
                             "beta = ", "beta = ,", "beta = \n6", "\xc3\xa9 = 1", "beta\t= 6"}) {
      CAPTURE(none);
      CHECK(named_values(none).empty());
    }
    CHECK(named_values("a = , b = 2") == Values{{"b", "2"}});
    CHECK(named_values(std::string("a = x\0y, b = 1", 14)) ==
          Values{{"a", std::string("x\0y", 3)}, {"b", "1"}});
  }

  TEST_CASE("named values: any text is read as its regular expression reads it") {
    std::mt19937 random(71);
    const std::string letters = "aZ_9.-,\n\r =  == \xc3";
    for (int n = 0; n < 5000; ++n) {
      std::string text(random() % 24, ' ');
      for (char& c : text) c = letters[random() % letters.size()];
      for (int m = 0; m < 2; ++m) text.insert(random() % (text.size() + 1), " = ");
      CAPTURE(text);
      REQUIRE(named_values(text) == by_regex(text));
    }
  }

  TEST_CASE("named values: megabytes of one line are no trouble") {
    for (const std::size_t length : {std::size_t(1) << 20, std::size_t(1) << 22}) {
      CHECK(named_values("a = " + std::string(length, 'x')).front().second.size() == length);
      CHECK(named_values(std::string(length, 'x') + " = 1").front().first.size() == length);
      CHECK(named_values(std::string(length, '9') + " = 1").empty());
      for (const char* again : {" =", " = ,", "a = ,", "a = \n", "- = "}) {
        std::string text;
        while (text.size() < length) text += again;
        CAPTURE(again);
        CHECK(named_values(text).empty());
      }
      CHECK_FALSE(names_beta("beta = " + std::string(length, '9'), 6));
    }
  }

  TEST_CASE("named values: beta, where it is named") {
    CHECK(names_beta("c1 = 0, beta = 5.70\n", 5.7));
    CHECK_FALSE(names_beta("beta = 5.7", 5.8));
    CHECK_FALSE(names_beta("beta = 5.7xyz", 5.7));
    CHECK(names_beta("beta = 5.7 , c1 = 0", 5.7));
    CHECK_FALSE(names_beta("kappa = 0.1", 5.7));
    CHECK(names_beta("kappa = 0.1", 0));
    CHECK_FALSE(names_beta("beta = 6", 0));
  }
}

}  // namespace

}  // namespace glueball::test::unit_named_values
