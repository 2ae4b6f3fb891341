#include "run/history.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "base/error.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_history {
namespace {

PastHistory read(const std::string& text) {
  std::istringstream in(text);
  return read_history(in, "history.jsonl");
}

const std::string kWho = "{\"provenance\":{\"seed\":1}}\n";

std::string steps(const std::vector<int>& numbers) {
  std::string text = kWho;
  for (const int n : numbers) text += "{\"step\":" + std::to_string(n) + "}\n";
  return text;
}

/// Returns the error for a history whose steps should be 2, 4, 6 and so on.
std::string complaint(const std::string& text) {
  try {
    read(text).require_consecutive(2, 2);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_file);
    return error.what();
  }
  return {};
}

bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE(
      "a last line that is not whole is kept apart; every other broken one is refused with its number") {
    CHECK(read("").lines.empty());
    CHECK(read(steps({2, 4})).lines.size() == 3);
    CHECK_FALSE(read(steps({2, 4})).torn);
    CHECK(read(steps({2, 4}) + "{\"step\":6}").torn == "{\"step\":6}");  // who knows what was to follow
    for (const std::string torn : {"{\"step\":6", "garbage", "garbage\n", "\n", "7\n", "{\"step\":6}}\n"}) {
      CAPTURE(torn);
      const auto past = read(steps({2, 4}) + torn);
      CHECK(past.lines.size() == 3);
      CHECK(past.torn.has_value());
      CHECK(says(complaint(steps({2, 4}) + torn + "\n" + "{\"step\":6}\n"), "line 4: "));
    }
    const auto nothing = read(steps({2}) + std::string("\0\0\0\0", 4));  // a file system after a power cut
    CHECK(nothing.torn->size() == 4);
    for (const char* foreign :
         {"{}", "{\"step\":\"6\"}", "{\"step\":6.5}", "{\"step\":18446744073709551615}",
          "{\"step\":2147483648}", "{\"step\":-2147483649}", "{\"summary\":7}", "{\"frame\":1}"})
      CHECK(says(complaint(steps({2}) + foreign + "\n"), "line 3: no run writes this"));
    // Copies of such a value would need more stack than there is.
    const std::string deep =
        "{\"step\":4,\"a\":" + std::string(100000, '[') + std::string(100000, ']') + "}\n";
    CHECK(says(complaint(steps({2}) + deep + "{\"step\":6}\n"), "line 3: it is no JSON object"));
  }

  TEST_CASE("steps are consecutive and a summary is last") {
    CHECK(complaint(steps({2, 4, 6})).empty());
    CHECK(complaint(steps({2, 4}) + "{\"summary\":{}}\n").empty());
    CHECK(says(complaint(steps({2, 6})), "line 3: step 6 where step 4 is due"));
    CHECK(says(complaint(steps({4, 6})), "line 2: step 4 where step 2 is due"));
    CHECK(says(complaint(steps({2, 4, 4})), "line 4: step 4 where step 6 is due"));
    CHECK(says(complaint(steps({2, 3, 4})), "line 3"));
    CHECK(says(complaint(steps({4, 2})), "line 2"));
    CHECK(says(complaint(steps({2}) + "{\"summary\":{}}\n{\"step\":4}\n"), "line 4: it follows the summary"));
  }

  TEST_CASE("a history until a step ends with its line") {
    const auto past = read(steps({2, 4}) + kWho + "{\"step\":6}\n{\"summary\":{}}\n");
    CHECK(past.finished());
    CHECK(past.of_step(4)->text == "{\"step\":4}");
    CHECK(past.of_step(5) == nullptr);
    CHECK(past.until(0).empty());
    CHECK(past.until(3).size() == 2);
    CHECK(past.until(4).size() == 3);  // who made step 6 is not who made the next
    CHECK(past.until(6).size() == 5);
  }

  TEST_CASE("a history that is not there is empty; one that cannot be read is an error") {
    const test::TemporaryDirectory scratch;
    CHECK(read_history(scratch / "none").lines.empty());
    CHECK_THROWS_AS(read_history(scratch.path()), Error);
  }
}

}  // namespace glueball::test::unit_history
