// These tests check sources: their words, and the fields they stand for.
#include <doctest/doctest.h>

#include "base/error.hpp"
#include "cpu/linalg.hpp"
#include "quark/source.hpp"

namespace glueball::test::unit_quark_source {
namespace {

using OneParity = ParitySpinorField;
using Full = FullQuarkField<OneParity>;

const Geometry kGeometry({4, 2, 6, 4});

/// The message of the usage error that `text` is refused with, on kGeometry.
std::string refusal(const std::string& text) {
  try {
    check_source(parse_source(text), kGeometry);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_value);
    const std::string what = error.what();
    CHECK(what.find('\n') == what.npos);
    CHECK(what.find("'" + text + "'") != what.npos);
    return what;
  }
  FAIL_CHECK("taken without complaint: " << text);
  return {};
}

double norm2(const Full& f) { return cpu::norm2(f[0]) + cpu::norm2(f[1]); }

/// Returns max |a - b| over all sites and components.
double distance(const Full& a, const Full& b) {
  double worst = 0;
  for (std::size_t n = 0; n < kGeometry.volume(); ++n)
    for (int k = 0; k < 12; ++k) {
      const Site s = kGeometry.site(n);
      worst =
          std::max(worst, std::abs(component(at(a, kGeometry, s), k) - component(at(b, kGeometry, s), k)));
    }
  return worst;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("sources in words are read and written back") {
    for (const std::string text : {"point:3,1,5,0", "gaussian:3,1,5,0:1.5", "wall:3", "z2:17", "z2:17:2",
                                   "z2xz2:18446744073709551615", "volume", "file:a:b,c.lime"}) {
      CAPTURE(text);
      const SourceSpec source = parse_source(text);
      check_source(source, kGeometry);
      CHECK(source.to_string() == text);
    }
    CHECK(parse_source("point:1,0,2,3").site == Site{1, 0, 2, 3});
    CHECK(parse_source("gaussian:1,0,2,3:2.5").radius == 2.5);
    CHECK(parse_source("gaussian:1,0,2,3:2.5").site == Site{1, 0, 2, 3});
    CHECK(parse_source("z2:5:3").seed == 5);
    CHECK(*parse_source("z2:5:3").slice == 3);
    CHECK(parse_source("file:/tmp/x y").path == "/tmp/x y");
  }

  TEST_CASE("wrong sources are refused in one line that names what is wrong") {
    CHECK(refusal("pint:0,0,0,0").find("no kind 'pint'") != std::string::npos);
    CHECK(refusal("").find("no kind ''") != std::string::npos);
    CHECK(refusal("point").find("must follow 'point:'") != std::string::npos);
    CHECK(refusal("point:").find("1 coordinates where x,y,z,t") != std::string::npos);
    CHECK(refusal("point:0,0,0").find("3 coordinates") != std::string::npos);
    CHECK(refusal("point:0,0,0,0,0").find("5 coordinates") != std::string::npos);
    CHECK(refusal("point:0,0,a,0").find("'a' is no coordinate") != std::string::npos);
    CHECK(refusal("point:0,0,1.5,0").find("'1.5' is no coordinate") != std::string::npos);
    CHECK(refusal("point:0,0,99999999999,0").find("is no coordinate") != std::string::npos);
    CHECK(refusal("point:0,0,0,0:1").find("':1' is one part too many") != std::string::npos);
    CHECK(refusal("gaussian:0,0,0,0").find("no radius") != std::string::npos);
    CHECK(refusal("gaussian:0,0,0:1").find("3 coordinates") != std::string::npos);
    CHECK(refusal("gaussian:0,0,0,0:0").find("'0' is no radius") != std::string::npos);
    CHECK(refusal("gaussian:0,0,0,0:inf").find("'inf' is no radius") != std::string::npos);
    CHECK(refusal("gaussian:0,0,0,0:wide").find("'wide' is no radius") != std::string::npos);
    CHECK(refusal("gaussian:0,0,0,0:1:2").find("':2' is one part too many") != std::string::npos);
    CHECK(refusal("gaussian:0,0,6,0:1").find("z = 6 is outside") != std::string::npos);
    CHECK(refusal("wall:x").find("'x' is no time slice") != std::string::npos);
    CHECK(refusal("z2:-1").find("'-1' is no seed") != std::string::npos);
    CHECK(refusal("z2:").find("'' is no seed") != std::string::npos);
    CHECK(refusal("volume:1").find("too many") != std::string::npos);
    CHECK(refusal("file:").find("no path") != std::string::npos);
    CHECK(refusal("file").find("no path") != std::string::npos);
    // Coordinates outside name the direction and the extents.
    CHECK(refusal("point:0,2,0,0").find("y = 2 is outside the lattice 4x2x6x4") != std::string::npos);
    CHECK(refusal("point:0,0,-1,0").find("z = -1") != std::string::npos);
    CHECK(refusal("wall:4").find("t = 4 is outside") != std::string::npos);
    CHECK(refusal("z2:1:4").find("give 0 to 3") != std::string::npos);
  }

  TEST_CASE("numbers of columns a source cannot have are refused") {
    const SourceSpec point = parse_source("point:0,0,0,0"), wall = parse_source("wall:0"),
                     file = parse_source("file:x");
    for (const int columns : {1, 5, 12}) CHECK_NOTHROW(check_columns(point, 12, columns));
    for (const int columns : {0, 13, -1})
      CHECK_THROWS_WITH(check_columns(point, 12, columns), doctest::Contains("1 to 12"));
    for (const int columns : {1, 3, 4, 12}) CHECK_NOTHROW(check_columns(wall, 12, columns));
    for (const int columns : {0, 2, 5, 13})
      CHECK_THROWS_WITH(check_columns(wall, 12, columns), doctest::Contains("4 (spin)"));
    CHECK_NOTHROW(check_columns(point, 3, 3));
    CHECK_THROWS_AS(check_columns(point, 3, 4), Error);
    CHECK_NOTHROW(check_columns(wall, 3, 3));
    CHECK_THROWS_WITH(check_columns(wall, 3, 12), doctest::Contains("3 (colour)"));
    CHECK_THROWS_WITH(check_columns(file, 12, 1), doctest::Contains("a file has the columns it has"));
  }

  TEST_CASE("points, walls and volumes are ones in their places") {
    const auto point = make_source<OneParity>(parse_source("point:3,1,4,2"), kGeometry, 7, 12);
    CHECK(norm2(point) == 1.0);
    CHECK(at(point, kGeometry, {3, 1, 4, 2})[2][1] == Complex(1.0));  // column 3 * spin + colour
    const auto wall = make_source<OneParity>(parse_source("wall:2"), kGeometry, 0, 1);
    CHECK(norm2(wall) == 12.0 * 4 * 2 * 6);
    CHECK(at(wall, kGeometry, {1, 1, 3, 2})[3][0] == Complex(1.0));
    CHECK(at(wall, kGeometry, {1, 1, 3, 1})[3][0] == Complex(0.0));
    CHECK(norm2(make_source<OneParity>(parse_source("volume"), kGeometry, 0, 1)) ==
          12.0 * double(kGeometry.volume()));
    const auto colours = make_source<ParityColourField>(parse_source("point:0,0,0,1"), kGeometry, 2, 3);
    CHECK(at(colours, kGeometry, {0, 0, 0, 1})[2] == Complex(1.0));
    CHECK(cpu::norm2(colours[0]) + cpu::norm2(colours[1]) == 1.0);
    CHECK_THROWS_AS(make_source<OneParity>(parse_source("wall:4"), kGeometry, 0, 1), Error);
  }

  TEST_CASE("a Gaussian falls with the distance, the short way round, on its time slice alone") {
    const auto b = make_source<OneParity>(parse_source("gaussian:3,0,1,2:1.5"), kGeometry, 7, 12);
    const double r2 = 1.5 * 1.5;
    CHECK(at(b, kGeometry, {3, 0, 1, 2})[2][1] == Complex(1.0));
    CHECK(at(b, kGeometry, {3, 0, 1, 2})[2][0] == Complex(0.0));
    CHECK(at(b, kGeometry, {3, 0, 1, 1})[2][1] == Complex(0.0));
    CHECK(at(b, kGeometry, {0, 0, 1, 2})[2][1].real() == doctest::Approx(std::exp(-1 / r2)).epsilon(1e-14));
    CHECK(at(b, kGeometry, {1, 1, 5, 2})[2][1].real() == doctest::Approx(std::exp(-9 / r2)).epsilon(1e-14));
    CHECK(at(b, kGeometry, {1, 1, 4, 2})[2][1].real() == doctest::Approx(std::exp(-14 / r2)).epsilon(1e-14));
    // The norm is a product of sums of squares over each direction, of 4, 2 and 6 sites.
    const auto w = [&](double d) { return std::exp(-2 * d * d / r2); };
    CHECK(norm2(b) == doctest::Approx((1 + 2 * w(1) + w(2)) * (1 + w(1)) * (1 + 2 * w(1) + 2 * w(2) + w(3)))
                          .epsilon(1e-14));
    CHECK_THROWS_WITH(check_columns(parse_source("gaussian:0,0,0,0:1"), 12, 13),
                      doctest::Contains("1 to 12"));
  }

  TEST_CASE("the columns of a diluted source add up to the undiluted one, and do not overlap") {
    for (const std::string text : {"z2:5", "z2xz2:5:1", "wall:3", "volume"}) {
      CAPTURE(text);
      const SourceSpec source = parse_source(text);
      const Full whole = make_source<OneParity>(source, kGeometry, 0, 1);
      for (const int columns : {3, 4, 12}) {
        Full sum = zero_field<OneParity>(kGeometry);
        double squares = 0;
        for (int column = 0; column < columns; ++column) {
          const Full part = make_source<OneParity>(source, kGeometry, column, columns);
          squares += norm2(part);
          for (std::size_t n = 0; n < kGeometry.volume(); ++n)
            for (int k = 0; k < 12; ++k) {
              const Site s = kGeometry.site(n);
              component(at(sum, kGeometry, s), k) += component(at(part, kGeometry, s), k);
            }
        }
        CHECK(distance(sum, whole) == 0.0);
        CHECK(squares == doctest::Approx(norm2(whole)));
      }
    }
    // Spin dilution is by spin: the first column of four has spin 0 alone.
    const Full first = make_source<OneParity>(parse_source("volume"), kGeometry, 0, 4);
    CHECK(at(first, kGeometry, {0, 0, 0, 0})[0][2] == Complex(1.0));
    CHECK(at(first, kGeometry, {0, 0, 0, 0})[1][0] == Complex(0.0));
  }

  TEST_CASE("noise has unit modulus, no mean, and depends on seed, vector and site alone") {
    for (const std::string kind : {"z2:", "z2xz2:"}) {
      const Full a = make_source<OneParity>(parse_source(kind + "5"), kGeometry, 0, 1);
      Complex sum, square;
      for (const OneParity& half : a)
        for (const Spinor& psi : half)
          for (int k = 0; k < 12; ++k) {
            const Complex z = component(psi, k);
            CHECK(std::norm(z) == doctest::Approx(1.0).epsilon(1e-15));
            if (kind == "z2:") CHECK(z.imag() == 0.0);
            sum += z;
            square += z * z;
          }
      const double count = 12.0 * double(kGeometry.volume());
      CHECK(std::abs(sum) < 4.0 * std::sqrt(count));
      // z^2 = 1 for Z2, and vanishes in the mean for Z2 x Z2.
      if (kind == "z2:")
        CHECK(square == Complex(count));
      else
        CHECK(std::abs(square) < 4.0 * std::sqrt(count));
      CHECK(distance(a, make_source<OneParity>(parse_source(kind + "5"), kGeometry, 0, 1)) == 0.0);
      CHECK(distance(a, make_source<OneParity>(parse_source(kind + "6"), kGeometry, 0, 1)) > 1.0);
      CHECK(distance(a, make_source<OneParity>(parse_source(kind + "4294967301"), kGeometry, 0, 1)) >
            1.0);  // 5 + 2^32
      CHECK(distance(a, make_source<OneParity>(parse_source(kind + "5"), kGeometry, 0, 1, 1)) > 1.0);
      // On one slice it is what it is there on all, staggered noise the first three components.
      const Full slice = make_source<OneParity>(parse_source(kind + "5:2"), kGeometry, 0, 1);
      const auto colours = make_source<ParityColourField>(parse_source(kind + "5"), kGeometry, 0, 1);
      CHECK(norm2(slice) == doctest::Approx(12.0 * 4 * 2 * 6));
      CHECK(at(slice, kGeometry, {3, 0, 5, 2})[1][2] == at(a, kGeometry, {3, 0, 5, 2})[1][2]);
      CHECK(at(colours, kGeometry, {3, 0, 5, 2})[2] == at(a, kGeometry, {3, 0, 5, 2})[0][2]);
    }
  }
}

}  // namespace glueball::test::unit_quark_source
