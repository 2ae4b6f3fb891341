// These tests check scenes as flags, colours for every eye, and what the camera sees.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "view/colours.hpp"
#include "view/picture_size.hpp"
#include "view/projection.hpp"
#include "view/renderer.hpp"
#include "view/scene.hpp"

namespace glueball::test::unit_view_scene {
using namespace view;

namespace {

std::string refusal(const std::string& text) {
  try {
    scene_of(text);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_value);
    return error.what();
  }
  return "";
}

/// Returns the colour that people without one of the three cones see (Vienot, Brettel and Mollon, Color Res.
/// Appl. 24 (1999) 243), in linear light. Protanopes and deuteranopes confuse red and green, in different
/// ratios.
Rgb seen_without(char cone, const Rgb& colour) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  const auto encoded = [](double c) {
    return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  };
  const double r = linear(colour[0]), g = linear(colour[1]), b = linear(colour[2]);
  const double share = cone == 'l' ? 0.11238 : 0.29275, slip = cone == 'l' ? 0.00401 : -0.02234;
  const double yellow = share * r + (1 - share) * g;
  return {encoded(yellow), encoded(yellow), encoded(std::clamp(slip * (r - g) + b, 0.0, 1.0))};
}

double distance(const Rgb& a, const Rgb& b) {
  const Rgb x = oklab(a), y = oklab(b);
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("scenes: flags lead back to the scene") {
    CHECK(scene_of(flags(Scene())) == Scene());
    CHECK(flags(Scene()) == "--camera 35,20,3.2,30");
    Scene scene;
    scene.field = FieldKind::pion;
    scene.flow_time = 0.1 + 0.2;
    scene.mode = Mode::slices;
    scene.threshold = 1.0 / 3;
    scene.planes = {-1, 0.25, 1};
    scene.map = MapKind::grey;
    scene.source = {1, 2, 3, 4};
    scene.m0 = 1.65;
    scene.time = 3.75;
    scene.camera = {-123.456, -90, 0.5, 90};
    scene.background = {255, 254, 0};
    scene.box = scene.annotate = false;
    CHECK(scene_of(flags(scene)) == scene);
    CHECK(scene_of("  --field   polyakov\n").field == FieldKind::polyakov);
    // Every flag says what it read.
    for (const SceneFlag& flag : scene_flags()) {
      Scene other;
      flag.read(other, flag.say(scene));
      CHECK(flag.say(other) == flag.say(scene));
    }
  }

  TEST_CASE("scenes: what makes no sense is refused by name") {
    CHECK(refusal("--field chrage").find("charge") != std::string::npos);
    CHECK(refusal("--feild charge").find("--field") != std::string::npos);
    CHECK(refusal("--threshold 1.5").find("--threshold") != std::string::npos);
    CHECK(refusal("--opacity nan").find("--opacity") != std::string::npos);
    CHECK(refusal("--flow-time -1") != "");
    CHECK(refusal("--flow-step 0") != "");
    CHECK(refusal("--camera 1,2,3") != "");
    CHECK(refusal("--camera 1,95,3,30").find("elevation") != std::string::npos);
    CHECK(refusal("--planes 0,0,2") != "");
    CHECK(refusal("--background 0,0,256") != "");
    CHECK(refusal("--box yes") != "");
    CHECK(refusal("--m0 2").find("--m0") != std::string::npos);
    CHECK(refusal("--map phase").find("phases") != std::string::npos);
    CHECK(refusal("--field polyakov --map heat").find("phase") != std::string::npos);
    CHECK(refusal("--field").find("missing") != std::string::npos);
  }

  TEST_CASE("colours: diverging maps keep their signs apart for every eye, others rise in lightness") {
    for (const MapKind map : {MapKind::blue_orange, MapKind::purple_green, MapKind::adelaide}) {
      CAPTURE(to_string(map));
      const auto table = colour_table(map, true);
      REQUIRE(table.size() == kColours);
      if (map == MapKind::adelaide) continue;  // the tradition's, not for every eye
      for (std::size_t n = 0; n < kColours / 3; ++n) {
        const Rgb low = rgb(table[n]), high = rgb(table[kColours - 1 - n]);
        CHECK(distance(low, high) > 0.12);
        for (const char cone : {'l', 'm'})
          CHECK(distance(seen_without(cone, low), seen_without(cone, high)) > 0.08);
        // The colours are as strong on either side.
        CHECK(std::abs(oklab(low)[0] - oklab(high)[0]) < 0.12);
      }
      // The upper half alone is that of a field of one sign.
      CHECK(colour_table(map, false).back() == table.back());
    }
    for (const MapKind map : {MapKind::heat, MapKind::grey}) {
      const auto table = colour_table(map, false);
      for (std::size_t n = 1; n < kColours; ++n)
        CHECK(oklab(rgb(table[n]))[0] > oklab(rgb(table[n - 1]))[0] - 0.004);
      CHECK(oklab(rgb(table.back()))[0] - oklab(rgb(table.front()))[0] > 0.7);
    }
    // Phases: a circle, on which the elements of the centre are apart.
    const auto phase = colour_table(MapKind::phase, false);
    CHECK(distance(rgb(phase.front()), rgb(phase.back())) < 0.01);
    const Rgb centre[] = {rgb(phase[128]), rgb(phase[128 + 85]), rgb(phase[128 - 85])};
    for (int n = 0; n < 3; ++n)
      for (const char cone : {'l', 'm'})
        CHECK(distance(seen_without(cone, centre[n]), seen_without(cone, centre[(n + 1) % 3])) > 0.2);
    CHECK(pixel({1, 0.5, 0}) == 0xff0080ffu);
  }

  TEST_CASE("projection: the middle of the picture looks at the middle of the box, up is up") {
    Scene scene;
    for (const double elevation : {-90.0, -30.0, 0.0, 89.0, 90.0}) {
      scene.camera = {70, elevation, 3, 40};
      const auto a = projection(scene, {4, 8, 6}, 2, 1, 300, 200);
      const double eye[] = {a.eye_x, a.eye_y, a.eye_z}, forward[] = {a.forward_x, a.forward_y, a.forward_z};
      const double up[] = {a.up_x, a.up_y, a.up_z}, right[] = {a.right_x, a.right_y, a.right_z},
                   middle[] = {4, 8, 6};
      double fu = 0, fr = 0, ur = 0, uu = 0, rr = 0;
      for (int k = 0; k < 3; ++k) {
        CHECK(eye[k] + 3 * 16 * forward[k] == doctest::Approx(middle[k]).epsilon(1e-5));
        fu += forward[k] * up[k];
        fr += forward[k] * right[k];
        ur += up[k] * right[k];
        uu += up[k] * up[k];
        rr += right[k] * right[k];
      }
      CHECK(std::abs(fu) < 1e-6);
      CHECK(std::abs(fr) < 1e-6);
      CHECK(std::abs(ur) < 1e-6);
      // The shorter side has the field of view.
      CHECK(std::sqrt(uu) == doctest::Approx(std::tan(20 * 3.14159265358979 / 180)));
      CHECK(std::sqrt(rr / uu) == doctest::Approx(1.5));
      CHECK(up[2] >= 0);
    }
  }

  TEST_CASE("picture sizes: frames come to take the time they may") {
    PictureSize size(0.02);
    for (int n = 0; n < 40; ++n) size.learn(0.3 * size.scale() * size.scale());
    CHECK(0.3 * size.scale() * size.scale() == doctest::Approx(0.02).epsilon(0.2));
    CHECK(size.of(100) < 40);
    for (int n = 0; n < 40; ++n) size.learn(0.001);
    CHECK(size.scale() == 1);
    for (int n = 0; n < 60; ++n) size.learn(1000);
    CHECK(size.scale() == doctest::Approx(0.2));
    CHECK(size.of(1) == 1);
  }

  TEST_CASE("annotations: letters and the bar, nothing on a picture too small for them") {
    Legend legend{.name = "density",
                  .unit = "1/a^4",
                  .low = -1,
                  .high = 1,
                  .colours = colour_table(MapKind::blue_orange, true),
                  .flow = "flow time 1",
                  .time = "time",
                  .run = "sweep 1"};
    for (const int width : {320, 30, 1}) {
      std::vector<std::uint8_t> rgb(std::size_t(width) * 200 * 3, 10);
      annotate(rgb, width, 200, Scene(), legend);
      REQUIRE(rgb.size() == std::size_t(width) * 200 * 3);
      const auto changed =
          std::count_if(rgb.begin(), rgb.end(), [](std::uint8_t byte) { return byte != 10; });
      if (width == 320) {
        CHECK(changed > 2000);
      }
      CHECK(changed < std::ptrdiff_t(rgb.size() / 2));
    }
  }
}

}  // namespace glueball::test::unit_view_scene
