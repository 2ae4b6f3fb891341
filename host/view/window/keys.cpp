#include "view/window/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "view/viewer.hpp"

namespace glueball::view {
namespace {

constexpr double kTurn = 5;  ///< degrees for each key press

void turn(Camera& camera, double azimuth, double elevation) {
  camera.azimuth = std::remainder(camera.azimuth + azimuth, 360);
  camera.elevation = std::clamp(camera.elevation + elevation, -90.0, 90.0);
}

/// Moves to the next or previous slice, periodically.
void shift_slice(ViewState& s, int by) {
  const double t = std::round(s.scene.time) + by;
  s.scene.time = t - s.slices * std::floor(t / s.slices);
}

bool apply_letter(char letter, ViewState& s) {
  Scene& scene = s.scene;
  if (letter >= '1' && letter <= '6') return scene.field = FieldKind(letter - '1'), scene.range = 0, true;
  switch (letter) {
    case ' ':
      s.paused = !s.paused;
      return true;
    case '.':
      s.paused = s.step = true;
      return true;
    case 'v':
      scene.mode = Mode::volume;
      return true;
    case 'i':
      scene.mode = Mode::surfaces;
      return true;
    case 's':
      scene.mode = Mode::slices;
      return true;
    case '[':
      scene.threshold = std::clamp(scene.threshold - 0.02, 0.0, 1.0);
      return true;
    case ']':
      scene.threshold = std::clamp(scene.threshold + 0.02, 0.0, 1.0);
      return true;
    case 't':
      shift_slice(s, 1);
      return true;
    case 'T':
      shift_slice(s, -1);
      return true;
    case 'y':
      s.play = !s.play;
      return true;
    case 'c':
      s.checkpoint = true;
      return true;
    case 'p':
      s.screenshot = true;
      return true;
    case 'g':
      s.camera = true;
      return true;
    case '+':
    case '=':
      scene.camera.distance = std::max(0.3, scene.camera.distance / 1.1);
      return true;
    case '-':
      scene.camera.distance = std::min(20.0, scene.camera.distance * 1.1);
      return true;
    case 'r':
      scene.camera = Camera();
      return true;
    case 'b':
      s.panels = !s.panels;
      return true;
    case 'h':
    case '?':
      s.help = !s.help;
      return true;
    case 'q':
      s.close = true;
      return true;
    default:
      return false;
  }
}

}  // namespace

const std::vector<KeyHelp>& key_table() {
  static const std::vector<KeyHelp> table = [] {
    std::vector<KeyHelp> t = {{"space", "pause, go on"}, {".", "one step"}};
    for (std::size_t n = 0; n < field_names().size(); ++n)
      t.push_back({fmt::format("{}", n + 1), "field: " + field_names()[n]});
    const std::vector<KeyHelp> more = {{"v i s", "mode: volume, isosurfaces, slices"},
                                       {"[ ]", "threshold down, up"},
                                       {"t T", "next time slice, the one before"},
                                       {"y", "play Euclidean time"},
                                       {"c", "checkpoint: the links to a file"},
                                       {"p", "screenshot: the window to a file"},
                                       {"g", "print scene and camera as flags"},
                                       {"arrows", "turn; or drag with the mouse"},
                                       {"+ -", "nearer, farther; or turn the wheel"},
                                       {"r", "camera as at first"},
                                       {"b", "panels on, off"},
                                       {"h", "this help"},
                                       {"q", "close the window"}};
    t.insert(t.end(), more.begin(), more.end());
    return t;
  }();
  return table;
}

std::string key_help() {
  std::string text;
  for (const auto& line : key_table()) text += fmt::format("{:<8}{}\n", line.keys, line.does);
  return text;
}

void apply(const Press& press, ViewState& s) {
  if (press.letter != 0) {
    if (press.letter >= 128) return;
    const char letter = char(press.letter);
    // With caps lock every letter except T has the meaning of its lower case.
    if (!apply_letter(letter, s) && letter >= 'A' && letter <= 'Z') apply_letter(char(letter - 'A' + 'a'), s);
    return;
  }
  switch (press.key) {
    case Key::left:
      turn(s.scene.camera, -kTurn, 0);
      break;
    case Key::right:
      turn(s.scene.camera, kTurn, 0);
      break;
    case Key::up:
      turn(s.scene.camera, 0, kTurn);
      break;
    case Key::down:
      turn(s.scene.camera, 0, -kTurn);
      break;
    case Key::escape:
      s.help = false;
      break;
    case Key::enter:
      break;
  }
}

}  // namespace glueball::view
