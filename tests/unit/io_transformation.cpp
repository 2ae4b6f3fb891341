// These tests read and write gauge transformations in files.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "cpu/gauge_functional.hpp"
#include "io/transformation_file.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_io_transformation {
namespace {

TEST_SUITE("unit") {
  TEST_CASE("a transformation comes back from its file bit by bit; a damaged file is refused") {
    const TemporaryDirectory scratch;
    const auto path = scratch.path() / "g.lime";
    const Geometry geometry({4, 2, 6, 8});
    const Transformation g = cpu::random_transformation(geometry, 9);
    io::write_transformation(path, geometry, g, "gauge = landau", false);
    const auto found = io::read_transformation(path);
    CHECK(found.geometry == geometry);
    CHECK(found.g == g);
    CHECK(found.info == "gauge = landau");
    CHECK_THROWS_AS(io::write_transformation(path, geometry, g, "", false), Error);
    io::write_transformation(path, geometry, g, "again", true);
    CHECK(io::read_transformation(path).info == "again");

    const auto size = std::filesystem::file_size(path);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(std::streamoff(size / 2));
    file.put('x');
    file.close();
    CHECK_THROWS_WITH_AS(io::read_transformation(path), doctest::Contains("checksum"), Error);
    std::filesystem::resize_file(path, size / 2);
    CHECK_THROWS_AS(io::read_transformation(path), Error);
    CHECK_THROWS_AS(io::read_transformation(GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg"), Error);
    CHECK_THROWS_AS(io::read_transformation(GLUEBALL_SOURCE "/README.md"), Error);
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_transformation
