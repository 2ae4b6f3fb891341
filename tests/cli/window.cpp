// These tests open the window of `glueball view` on an X server of their own. They check what it shows, and
// what its keys and sliders do.
#include <doctest/doctest.h>
#include <png.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "gpu/device.hpp"
#include "gpu/presenter.hpp"
#include "support/devices.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"
#include "support/window_run.hpp"

namespace glueball::test::cli_window {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const std::string kFile = std::string(GLUEBALL_SOURCE) + "/assets/configurations/quickstart.ildg";

Screen read_png(const fs::path& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_file(&image, path.c_str()));
  image.format = PNG_FORMAT_RGB;
  Screen result{int(image.width), int(image.height), std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  REQUIRE(png_image_finish_read(&image, nullptr, result.rgb.data(), 0, nullptr));
  return result;
}

/// The share of numbers that are further apart than a few shades, of the upper left of `a`, as large as `b`.
double difference(const Screen& a, const Screen& b) {
  REQUIRE(a.width >= b.width);
  REQUIRE(a.height >= b.height);
  std::size_t apart = 0;
  for (int y = 0; y < b.height; ++y)
    for (int x = 0; x < 3 * b.width; ++x)
      apart += std::abs(int(a.rgb[std::size_t(3 * y * a.width + x)]) -
                        int(b.rgb[std::size_t(3 * y * b.width + x)])) > 8;
  return double(apart) / double(b.rgb.size());
}

/// Returns "0.3" from "... --threshold 0.3 ...".
std::string flag_in(const std::string& text, const std::string& name) {
  const auto at = text.rfind("--" + name + " ");
  if (at == std::string::npos) return {};
  const auto begin = at + name.size() + 3;
  return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

std::vector<std::string> view(const std::string& device, const fs::path& output,
                              std::vector<std::string> more) {
  std::vector<std::string> all{"view", "--device", device, "--output", output.string(), "--quiet"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Runs a test for each API, or one of them, on a display; does nothing where windows are not supported.
template <class Test>
void for_each_window(const std::vector<std::string>& apis, Test test) {
  if (!gpu::has_windows()) return skip("built without windows");
  for (const std::string& device : apis) {
    CAPTURE(device);
    const auto display = Display::start();
    if (!display) return;
    const TemporaryDirectory at;
    test(*display, device, at);
  }
}

const std::vector<std::string> kApis{"opengl", "vulkan"};

/// Where time matters, what no API has a part in: whoever types and clicks has to wait.
std::vector<std::string> one_api(const std::string& name) {
  return everything() ? kApis : std::vector<std::string>{name};
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE(
      "window: a configuration is shown, on the screen as in the screenshot, as it was when the picture was "
      "stored") {
    const fs::path stored = fs::path(GLUEBALL_TEST_DATA) / "window.png";
    for_each_window(kApis, [&](Display& display, const std::string& device, const TemporaryDirectory& at) {
      WindowRun run(display,
                    view(device, at.path(),
                         {kFile, "--flow-time", "1", "--size", "320x240", "--no-panels", "--validate"}));
      REQUIRE_FALSE(run.window().empty());
      const fs::path file = run.screenshot(at.path());
      REQUIRE_FALSE(file.empty());
      const Screen picture = read_png(file);
      CHECK(picture.width == 320);
      CHECK(picture.height == 240);
      if (const char* target = std::getenv("GLUEBALL_STORE_PICTURES"))
        fs::copy_file(file, fs::path(target) / "window.png", fs::copy_options::overwrite_existing);
      CHECK(difference(picture, read_png(stored)) < 0.02);
      // Since then the window says what it wrote, above the middle.
      CHECK(difference(display.look(), picture) < 0.2);
      run.press({"q"});
      const auto result = run.end();
      CHECK_MESSAGE(result.status == 0, result.err);
    });
  }

  TEST_CASE("window: keys and sliders change the scene, and G prints it") {
    for_each_window(
        one_api("opengl"), [&](Display& display, const std::string& device, const TemporaryDirectory& at) {
          WindowRun run(display, view(device, at.path(), {kFile, "--flow-time", "0", "--size", "900x600"}));
          REQUIRE_FALSE(run.window().empty());
          REQUIRE_FALSE(run.screenshot(at.path()).empty());
          run.press({"1", "v", "bracketright", "Right", "Up", "t", "T", "t", "g"});
          run.press({"h"});
          REQUIRE_FALSE(run.screenshot(at.path()).empty());
          run.press({"h"});
          run.click(20, 120);  // nearly the left end of the threshold's slider
          run.press({"g", "q"});
          const auto result = run.end();
          REQUIRE_MESSAGE(result.status == 0, result.err);
          const auto said = lines(result.out);
          REQUIRE(said.size() == 2);
          CHECK(flag_in(said[0], "field") == "action");
          CHECK(flag_in(said[0], "mode") == "volume");
          CHECK(flag_in(said[0], "threshold") == "0.32");
          CHECK(flag_in(said[0], "time") == "1");
          CHECK(flag_in(said[0], "camera").starts_with("40,25,"));
          CHECK(flag_in(said[1], "threshold") != "0.32");
          CHECK(std::stod("0" + flag_in(said[1], "threshold")) < 0.2);
        });
  }

  TEST_CASE("window: a run that waits does the steps it is told to, and its checkpoint is whole") {
    for_each_window(kApis, [&](Display& display, const std::string& device, const TemporaryDirectory& at) {
      WindowRun run(display, view(device, at.path(),
                                  {"--lattice", "4,4,4,8", "--beta", "5.7", "--field", "polyakov",
                                   "--flow-time", "0", "--size", "640x480", "--paused", "--json"}));
      REQUIRE_FALSE(run.window().empty());
      run.press({"period"});
      REQUIRE_FALSE(run.screenshot(at.path()).empty());
      run.press({"period"});
      REQUIRE_FALSE(run.screenshot(at.path()).empty());
      run.press({"c"});
      const fs::path links = at / "view-0001.ildg";
      CHECK(wait_until([&] { return fs::exists(links); }));
      run.press({"q"});
      const auto result = run.end();
      REQUIRE_MESSAGE(result.status == 0, result.err);
      const Json line = Json::parse(lines(result.out).back());
      CHECK(line.at("steps") == 2);
      CHECK(line.at("frames").get<int>() >= 3);
      const auto info = run_program({"info", links.string()});
      CHECK_MESSAGE(info.status == 0, info.err);
    });
  }

  TEST_CASE("window: a shader that is edited runs at once, and one with a mistake is said with its line") {
    for_each_window(
        one_api("vulkan"), [&](Display& display, const std::string& device, const TemporaryDirectory& at) {
          const fs::path shaders = at / "shaders";
          fs::copy(std::string(GLUEBALL_SOURCE) + "/shaders", shaders, fs::copy_options::recursive);
          const auto past = fs::last_write_time(kFile) - std::chrono::hours(24 * 365 * 20);
          for (const auto& entry : fs::recursive_directory_iterator(shaders))
            if (entry.is_regular_file()) fs::last_write_time(entry.path(), past);
          const fs::path file = shaders / "view" / "overlay.comp";
          std::ifstream in(file);
          const std::string text((std::istreambuf_iterator<char>(in)), {});
          const auto edit = [&](const std::string& now) {
            std::ofstream(file, std::ios::trunc) << now;
            std::this_thread::sleep_for(std::chrono::seconds(4));
          };
          WindowRun run(display, view(device, at.path(),
                                      {kFile, "--field", "polyakov", "--flow-time", "0", "--size", "320x240",
                                       "--no-panels", "--shaders", shaders.string()}));
          REQUIRE_FALSE(run.window().empty());
          const Screen before = read_png(run.screenshot(at.path()));
          const std::string last = "frame[pixel.y * args.width + pixel.x] =";
          const auto place = text.find(last);
          REQUIRE(place != std::string::npos);
          std::string red = text, wrong = text;
          edit(red.insert(place, "colour = vec3(1, 0, 0);\n      "));
          const Screen after = read_png(run.screenshot(at.path()));
          edit(wrong.insert(place, "colour = no_such_thing;\n      "));
          const Screen still = read_png(run.screenshot(at.path()));
          run.press({"q"});
          const auto result = run.end();
          CHECK_MESSAGE(result.status == 0, result.err);
          CHECK(difference(before, after) > 0.5);
          CHECK(after.rgb[0] == 255);
          CHECK(after.rgb[1] == 0);
          CHECK(still.rgb[0] == 255);  // the old one goes on
          CHECK(result.err_has("overlay.comp:"));
          CHECK(result.err_has("no_such_thing"));
        });
  }
}

TEST_SUITE("slow") {
  TEST_CASE("window: heatbath on 16^4 with its picture holds five frames a second on two cores") {
    for_each_window(kApis, [&](Display& display, const std::string& device, const TemporaryDirectory& at) {
      for (const bool turned : {false, true}) {
        WindowRun run(display, view(device, at.path(),
                                    {"--lattice", "16,16,16,16", "--beta", "6", "--start", "hot", "--frames",
                                     "150", "--json"}));
        REQUIRE_FALSE(run.window().empty());
        if (turned) run.drag(600, 300, 40);  // every frame has another picture
        const auto result = run.end();
        REQUIRE_MESSAGE(result.status == 0, result.err);
        const Json line = Json::parse(lines(result.out).back());
        MESSAGE(device, std::string(turned ? ", turned: " : ": "), line.dump());
        CHECK(line.at("frames_per_s").get<double>() >= 5);
        CHECK(line.at("steps").get<int>() > 0);
      }
    });
  }
}

}  // namespace glueball::test::cli_window
