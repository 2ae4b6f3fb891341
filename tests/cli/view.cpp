// These tests check glueball view --headless: the picture files, its messages, its refusals.
#include <doctest/doctest.h>
#include <png.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gpu/device.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_view {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

Image read_png(const fs::path& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_file(&image, path.c_str()));
  image.format = PNG_FORMAT_RGB;
  Image result{int(image.width), int(image.height), std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  REQUIRE(png_image_finish_read(&image, nullptr, result.rgb.data(), 0, nullptr));
  return result;
}

/// The share of numbers that are further apart than a shade or two.
double difference(const Image& a, const Image& b) {
  REQUIRE(a.rgb.size() == b.rgb.size());
  std::size_t apart = 0;
  for (std::size_t n = 0; n < a.rgb.size(); ++n) apart += std::abs(int(a.rgb[n]) - int(b.rgb[n])) > 6;
  return double(apart) / double(a.rgb.size());
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> view(const TemporaryDirectory& at, const std::string& output,
                              std::vector<std::string> more) {
  std::vector<std::string> all{"view",     "--headless",          "--quiet", "--size", "96x72",
                               "--output", (at / output).string()};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const std::vector<std::string> kHot{"--lattice", "6,4,4,8",     "--start", "hot",    "--seed",
                                    "5",         "--flow-time", "1.5",     "--play", "still"};

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("view: one picture through every device, the one that is stored") {
    const TemporaryDirectory at;
    const fs::path stored = fs::path(GLUEBALL_TEST_DATA) / "view.png";
    int n = 0;
    for (const auto& device : gpu::devices()) {
      CAPTURE(device.id());
      auto arguments = view(at, "out" + std::to_string(n), kHot);
      arguments.insert(arguments.end(), {"--device", device.id(), "--json", "--annotate", "off"});
      const auto result = run_program(arguments);
      REQUIRE_MESSAGE(result.status == 0, result.err);
      const auto line = Json::parse(result.out);
      CHECK(line.at("field") == "charge");
      CHECK(line.at("high").get<double>() > 0);
      const fs::path file = line.at("file").get<std::string>();
      CHECK(file == at / ("out" + std::to_string(n)) / "frame-0000.png");
      const Image image = read_png(file);
      CHECK(image.width == 96);
      CHECK(image.height == 72);
      if (const char* target = std::getenv("GLUEBALL_STORE_PICTURES"))
        fs::copy_file(file, fs::path(target) / "view.png", fs::copy_options::overwrite_existing);
      CHECK(difference(image, read_png(stored)) < 0.01);
      CHECK_FALSE(fs::exists(file.parent_path() / "animation.webp"));
      ++n;
    }
    CHECK(n > 0);
  }

  TEST_CASE("view: pictures of quarks, whose memory is known before there are any numbers") {
    const TemporaryDirectory at;
    const auto result = run_program(view(at, "out",
                                         {"--lattice", "4,4,4,4", "--start", "cold", "--field", "pion",
                                          "--flow-time", "0", "--frames", "1", "--json"}));
    REQUIRE_MESSAGE(result.status == 0, result.err);
    CHECK(Json::parse(result.out).at("field") == "pion");
  }

  TEST_CASE("view: a chain goes on over links that have no zero mode, and M0 decides which have one") {
    const TemporaryDirectory at;
    const auto frames = [&](const std::string& m0) {
      const auto result = run_program(
          view(at, "m0-" + m0,
               {"--lattice", "2,4,2,4", "--start", "hot", "--seed", "2", "--warm-up", "1", "--flow-time",
                "0.5", "--field", "chirality", "--m0", m0, "--frames", "2", "--json"}));
      REQUIRE_MESSAGE(result.status == 0, result.err);
      std::vector<Json> all;
      for (const auto& line : lines(result.out)) all.push_back(Json::parse(line));
      REQUIRE(all.size() == 2);
      return all;
    };
    const auto few = frames("0.1"), some = frames("1.8");
    for (const Json& line : {few[0], few[1], some[1]}) {
      CHECK(line.at("remark") == "no zero modes");
      CHECK(line.at("total") == 0);
    }
    CHECK(few[0].at("high") == 0);
    CHECK(some[0].at("remark") == "zero modes: 0 of chirality -1, 1 of chirality 1");
    CHECK(some[0].at("total").get<double>() == doctest::Approx(1).epsilon(1e-4));
    CHECK(some[0].at("high").get<double>() > 0);
    // The colours of a field that is nothing now are those that it had.
    CHECK(some[1].at("high") == some[0].at("high"));
  }

  TEST_CASE("view: the live figures are those of measure on the links that were saved") {
    const TemporaryDirectory at;
    const std::string saved = (at / "links.ildg").string();
    const auto run =
        run_program(view(at, "out",
                         {"--lattice", "4,4,4,8", "--beta", "5.9", "--frames", "3", "--steps-per-frame", "2",
                          "--warm-up", "1", "--flow-time", "0", "--save", saved, "--json"}));
    REQUIRE_MESSAGE(run.status == 0, run.err);
    const auto said = lines(run.out);
    REQUIRE(said.size() == 3);
    const auto last = Json::parse(said.back());
    CHECK(last.at("step") == 5);
    CHECK(text_of(at / "out/history.jsonl").find(said.back()) != std::string::npos);
    const auto measured =
        run_program({"measure", saved, "--json", "--observables", "plaquette,polyakov,charge"});
    REQUIRE_MESSAGE(measured.status == 0, measured.err);
    const auto want = Json::parse(measured.out);
    CHECK(last.at("plaquette").get<double>() ==
          doctest::Approx(want.at("plaquette").get<double>()).epsilon(1e-6));
    CHECK(last.at("polyakov_re").get<double>() ==
          doctest::Approx(want.at("polyakov")[0].get<double>()).epsilon(1e-5));
    CHECK(last.at("polyakov_im").get<double>() ==
          doctest::Approx(want.at("polyakov")[1].get<double>()).epsilon(1e-5));
    CHECK(last.at("total").get<double>() == doctest::Approx(want.at("charge").get<double>()).epsilon(1e-4));
    const std::string animation = text_of(at / "out/animation.webp");
    CHECK(animation.substr(0, 4) == "RIFF");
    CHECK(animation.find("ANIM") != std::string::npos);

    // The same again from what was written, in a file's own time.
    const auto again = run_program(
        view(at, "still", {saved, "--frames", "2", "--flow-time", "0", "--json", "--animation", "none"}));
    REQUIRE_MESSAGE(again.status == 0, again.err);
    CHECK(Json::parse(lines(again.out)[1]).at("time") == 4);
    CHECK(Json::parse(lines(again.out)[0]).at("plaquette").get<double>() ==
          doctest::Approx(last.at("plaquette").get<double>()).epsilon(1e-7));
    CHECK_FALSE(fs::exists(at / "still/animation.webp"));
  }

  TEST_CASE("view: config.toml makes the same pictures; nothing is overwritten unasked") {
    const TemporaryDirectory at;
    auto arguments = view(at, "one",
                          {"--lattice", "4,4,4,4", "--field", "polyakov", "--mode", "volume", "--frames", "2",
                           "--camera", "10,20,2,40", "--flow-time", "0.2"});
    REQUIRE(run_program(arguments).status == 0);
    const std::string picture = text_of(at / "one/frame-0001.png");
    const auto refused = run_program(arguments);
    CHECK(refused.status == 2);
    CHECK(refused.error_lines() == 1);
    CHECK(text_of(at / "one/frame-0001.png") == picture);
    const auto again = run_program({"view", "--config", (at / "one/config.toml").string(), "--output",
                                    (at / "two").string(), "--quiet"});
    REQUIRE_MESSAGE(again.status == 0, again.err);
    CHECK(text_of(at / "two/frame-0001.png") == picture);
    // Frames of an earlier, longer run are removed.
    arguments.insert(arguments.end(), {"--force", "--frames", "1"});
    REQUIRE(run_program(arguments).status == 0);
    CHECK(fs::exists(at / "one/frame-0000.png"));
    CHECK_FALSE(fs::exists(at / "one/frame-0001.png"));
    CHECK_FALSE(fs::exists(at / "one/animation.webp"));
  }

  TEST_CASE("view: what makes no sense is one line and leaves nothing") {
    const TemporaryDirectory at;
    const std::vector<std::vector<std::string>> wrong{{"--field", "chrage"},      {"--mode", "surface"},
                                                      {"--threshold", "2"},       {"--size", "96x"},
                                                      {"--size", "0x72"},         {"--camera", "1,2"},
                                                      {"--play", "walk"},         {"--map", "phase"},
                                                      {"--run", "fixed"},         {"--lattice", "4,4,4,5"},
                                                      {"--frames", "0"},          {"--quality", "101"},
                                                      {"--kappa", "x"},           {"--m0", "2"},
                                                      {"--planes", "0,0"},        {"--flow-step", "3"},
                                                      {"--background", "1,2,300"}};
    for (const auto& words : wrong) {
      CAPTURE(words.back());
      const auto result = run_program(view(at, "out", words));
      CHECK(result.status == 2);
      CHECK(result.error_lines() == 1);
      CHECK(result.out.empty());
      CHECK_FALSE(fs::exists(at / "out"));
    }
    const auto missing = run_program(view(at, "out", {"no_such.ildg"}));
    CHECK(missing.status == 3);
    CHECK_FALSE(fs::exists(at / "out"));
    const auto pion = run_program(view(at, "out", {"--field", "pion", "--source", "9,0,0,0"}));
    CHECK(pion.status == 2);
    CHECK_FALSE(fs::exists(at / "out"));
  }
}

}  // namespace glueball::test::cli_view
