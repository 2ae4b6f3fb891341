// These tests read animated WebP files back with the library.
#include <doctest/doctest.h>
#include <webp/demux.h>

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "io/webp.hpp"

namespace glueball::test::unit_io_webp {
namespace {

std::vector<std::uint8_t> plain(int count, std::uint8_t red, std::uint8_t green, std::uint8_t blue) {
  std::vector<std::uint8_t> rgb;
  for (int n = 0; n < count; ++n) rgb.insert(rgb.end(), {red, green, blue});
  return rgb;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("webp: frames come back in order, with their times and colours") {
    constexpr int kWidth = 40, kHeight = 24;
    io::WebpAnimation animation(kWidth, kHeight, 80);
    animation.add(plain(kWidth * kHeight, 250, 20, 20), 100);
    animation.add(plain(kWidth * kHeight, 20, 250, 20), 50);
    animation.add(plain(kWidth * kHeight, 20, 20, 250), 200);
    const std::string bytes = animation.finish();
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, nullptr);
    REQUIRE(decoder);
    WebPAnimInfo info;
    REQUIRE(WebPAnimDecoderGetInfo(decoder, &info));
    CHECK(info.canvas_width == kWidth);
    CHECK(info.canvas_height == kHeight);
    CHECK(info.frame_count == 3);
    CHECK(info.loop_count == 0);
    const int ends[] = {100, 150, 350};
    for (int n = 0; n < 3; ++n) {
      std::uint8_t* rgba = nullptr;
      int end = 0;
      REQUIRE(WebPAnimDecoderGetNext(decoder, &rgba, &end));
      CHECK(end == ends[n]);
      const std::uint8_t* middle = rgba + (kHeight / 2 * kWidth + kWidth / 2) * 4;
      for (int k = 0; k < 3; ++k) CHECK(std::abs(int(middle[k]) - (k == n ? 250 : 20)) < 25);
    }
    WebPAnimDecoderDelete(decoder);
  }

  TEST_CASE("webp: what is no picture is refused") {
    CHECK_THROWS_AS(io::WebpAnimation(0, 10, 80), std::invalid_argument);
    CHECK_THROWS_AS(io::WebpAnimation(10, 10, 101), std::invalid_argument);
    io::WebpAnimation animation(4, 4, 80);
    CHECK_THROWS_AS(animation.add(plain(15, 1, 2, 3), 10), std::invalid_argument);
    CHECK_THROWS_AS(animation.finish(), std::runtime_error);
  }
}

}  // namespace glueball::test::unit_io_webp
