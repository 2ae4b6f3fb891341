// These tests read and write files of rational functions.
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "base/error.hpp"
#include "io/rational_file.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_io_rational_file {
namespace {

using io::read_rational_functions;

std::string refusal(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::trunc) << text;
  try {
    read_rational_functions(path);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_file);
    return error.what();
  }
  return "none";
}

TEST_SUITE("unit") {
  TEST_CASE("rational functions come back from their file with the same bits") {
    const TemporaryDirectory scratch;
    const std::vector<io::NamedFunction> written = {
        {"r_1f", {0.1, {1 / 3.0, 7e-300, -2.5}, {1e-17, 0.25, 1e9}}, "a remark"}, {"r_bar_1f", {2, {}, {}}}};
    io::write_rational_functions(scratch / "f.rat", written, false);
    const auto found = read_rational_functions(scratch / "f.rat");
    REQUIRE(found.size() == 2);
    for (std::size_t n = 0; n < 2; ++n) {
      CHECK(found[n].name == written[n].name);
      CHECK(found[n].function == written[n].function);
    }
    CHECK_THROWS_AS(io::write_rational_functions(scratch / "f.rat", written, false), Error);
  }

  TEST_CASE("both forms of SIMULATeQCD's parameter files are read, and poles that fill up are left out") {
    const TemporaryDirectory scratch;
    std::ofstream(scratch / "f.rat") << "#=====#\n# FILE\n\nr_bar_1f_const = 9.93e-03\n"
                                        "r_bar_1f_num[0] = 1.25e-01 # first\r\nr_bar_1f_num[1] = 6.5e-02\n"
                                        "r_bar_1f_num[2] = 0\n\nr_bar_1f_den[1] = 1e-03\n"
                                        "r_bar_1f_den[0] = 6e-05\nr_bar_1f_den[2] = 0\n"
                                        "r_inv_1f_const = 9.17\nr_inv_1f_num = -1.25 -5.5e-05\t-2\n"
                                        "r_inv_1f_den = 1 2 3";
    const auto found = read_rational_functions(scratch / "f.rat");
    REQUIRE(found.size() == 2);
    CHECK(found[0].name == "r_bar_1f");
    CHECK(found[0].function == RationalFunction{9.93e-3, {0.125, 0.065}, {6e-5, 1e-3}});
    CHECK(found[1].name == "r_inv_1f");
    CHECK(found[1].function == RationalFunction{9.17, {-1.25, -5.5e-5, -2}, {1, 2, 3}});
  }

  TEST_CASE("a file that is damaged or no such file is refused, by line") {
    const TemporaryDirectory scratch;
    const auto path = scratch / "f.rat";
    for (const auto& [its_text, said] : std::vector<std::pair<std::string, std::string>>{
             {"", "no rational function"},
             {"# nothing\n", "no rational function"},
             {"r_const\n", "line 1"},
             {"r_const = 1\nr_num = 1 x\nr_den = 1 2\n", "line 2: 'x' is no number"},
             {"r_const = inf\n", "'inf' is no number"},
             {"r_const = 1 2\n", "more than one number"},
             {"r_const =\n", "'' is no number"},
             {"r_const[0] = 1\n", "no index"},
             {"r_const = 1\nr_const = 2\n", "given before"},
             {"r_const = 1\nr_num[0] = 1\nr_num[0] = 1\n", "given before"},
             {"r_const = 1\nr_num[1] = 1\nr_den[0] = 1\n", "r_num[0] is missing"},
             {"r_const = 1\nr_num = 1 2\nr_den = 1\n", "2 numerators and 1 shifts"},
             {"r_num = 1\nr_den = 1\n", "r_const is missing"},
             {"r_const = 1\nr_num[-1] = 1\n", "the index"},
             {"r_const = 1\nr_num[1000] = 1\n", "the index"},
             {"r_const = 1\nr_num[0 = 1\n", "bracket"},
             {"r_sum = 1\n", "'r_sum' is no NAME_const"},
             {"_const = 1\n", "is no NAME_const"},
             {std::string("r_const = 1\0\n", 13), "line 1"}}) {
      const auto& text = its_text;
      CAPTURE(text);
      CHECK(refusal(path, text).find(said) != std::string::npos);
    }
    CHECK(refusal(path, std::string(2 << 20, '#')).find("too long") != std::string::npos);
    CHECK_THROWS_AS(read_rational_functions(scratch / "absent"), Error);
    CHECK_THROWS_AS(read_rational_functions(GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg"), Error);
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_rational_file
