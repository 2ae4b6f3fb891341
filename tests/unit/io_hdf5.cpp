// These tests check HDF5 files: rows, columns, refusals, and that the file is whole after each write.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "io/hdf5_file.hpp"
#include "support/bytes_of.hpp"
#include "support/hdf5.hpp"
#include "support/refusal.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_io_hdf5 {
using namespace io;

namespace {

using test::hdf5_numbers;
using test::TemporaryDirectory;
using Reals = std::vector<double>;
using Row = std::vector<Hdf5Column>;

TEST_SUITE("unit") {
  TEST_CASE("HDF5: rows one by one, columns that come late, arrays, attributes") {
    const TemporaryDirectory scratch;
    const auto path = scratch / "a.h5";
    Hdf5File file(path, false);
    file.set("/", {"seed", std::int64_t(7)});
    file.append("t", {{"step", std::int64_t(1)}, {"x", 0.5}, {"name", std::string("ä")}});
    CHECK(hdf5_numbers(path, "t/x") == Reals{0.5});  // the first row is there at once
    const Row second = {
        {"step", std::int64_t(2)},
        {"a/b", Reals{1, 2, 3, 4, 5, 6}, {2, 3}, {{"quark", 0.1}, {"p", std::vector<std::int64_t>{1, 2}}}}};
    file.append("t", second);
    file.append("t", {{"step", std::int64_t(3)}, {"x", 1.5}});
    file.put("axes", {"r", Reals{1, 2}});
    file.put("axes", {"r", Reals{3, 4, 5}});  // in place of it
    file.put("axes", {"none", Reals{}});
    file.write();
    CHECK(hdf5_numbers(path, "t/step") == Reals{1, 2, 3});
    const Reals x = hdf5_numbers(path, "t/x");
    CHECK(x[0] == 0.5);
    CHECK(std::isnan(x[1]));
    CHECK(x[2] == 1.5);
    CHECK(test::hdf5_shape(path, "t/a|b") == std::vector<std::size_t>{3, 2, 3});
    const Reals late = hdf5_numbers(path, "t/a|b");
    CHECK(std::isnan(late[0]));
    for (std::size_t n = 0; n < 6; ++n) CHECK(late[6 + n] == double(n + 1));
    CHECK(std::isnan(late[17]));
    CHECK(test::hdf5_attribute(path, "t/a|b", "quark") == 0.1);
    CHECK(hdf5_numbers(path, "axes/r") == Reals{3, 4, 5});
    CHECK_THROWS(hdf5_numbers(path, "axes/none"));
    CHECK(hdf5_root_attribute(path, "seed") == "7");
    CHECK_FALSE(hdf5_root_attribute(path, "device"));
    CHECK_FALSE(hdf5_root_attribute(scratch / "none.h5", "seed"));
    CHECK_THROWS_AS(file.append("t", Row{{"a/b", Reals{1}}}), Error);
  }

  TEST_CASE("HDF5: a file that is there is refused, and stays as it is until another is whole") {
    const TemporaryDirectory scratch;
    const auto path = scratch / "a.h5";
    std::ofstream(path) << "mine";
    CHECK_THROWS_AS(Hdf5File(path, false), Error);
    CHECK_THROWS_AS(Hdf5File(scratch / "no" / "place.h5", false), Error);
    CHECK_FALSE(hdf5_root_attribute(path, "seed"));
    {
      Hdf5File file(path, true);
      CHECK(test::bytes_of(path) == "mine");
      file.append("t", {{"x", 1.0}});
      CHECK(hdf5_numbers(path, "t/x") == Reals{1});
      for (int n = 2; n <= 2000; ++n) file.append("t", {{"x", double(n)}});
      CHECK(hdf5_numbers(path, "t/x").size() >= 1);
    }
    CHECK(hdf5_numbers(path, "t/x").size() == 2000);  // the rest at the end
    CHECK(std::filesystem::file_size(path) < 30'000);
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_hdf5
