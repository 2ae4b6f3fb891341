#include "view/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace glueball::view {
namespace {

const std::vector<std::string> kFields{"action", "charge", "polyakov",  "force",
                                       "gauge",  "pion",   "zeromodes", "chirality"};
const std::vector<std::string> kModes{"volume", "surfaces", "slices"};
const std::vector<std::string> kMaps{"auto", "blue-orange", "purple-green", "adelaide",
                                     "heat", "grey",        "phase"};

template <class Kind>
Kind kind_of(const std::vector<std::string>& names, const std::string& name, const char* flag) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return Kind(found - names.begin());
  std::string all;
  for (const auto& n : names) all += (all.empty() ? "" : ", ") + n;
  throw Error(ErrorKind::bad_value, fmt::format("{}: there is no '{}'", flag, name),
              did_you_mean(name, names, "give one of " + all));
}

/// Reads exactly N numbers separated by commas.
template <class Number, std::size_t N>
std::array<Number, N> numbers(const std::string& text, const std::string& flag) {
  std::array<Number, N> values{};
  const char *at = text.data(), *const end = at + text.size();
  for (std::size_t n = 0; n < N; ++n) {
    const auto [next, error] = std::from_chars(at, end, values[n]);
    const bool more = n + 1 < N;
    if (error != std::errc{} || (more ? next == end || *next != ',' : next != end))
      throw Error(ErrorKind::bad_value,
                  fmt::format("{}: '{}' is not {}", flag, text,
                              N == 1 ? "a number" : fmt::format("{} numbers separated by commas", N)));
    at = next + 1;
  }
  return values;
}

template <class Number, std::size_t N>
std::string joined(const std::array<Number, N>& values) {
  std::string text;
  for (const Number value : values) text += fmt::format("{}{}", text.empty() ? "" : ",", value);
  return text;
}

SceneFlag number(const char* name, double Scene::*member, const char* help) {
  return {name, "NUMBER", help, [=](const Scene& s) { return fmt::format("{}", s.*member); },
          [=](Scene& s, const std::string& text) { s.*member = numbers<double, 1>(text, name)[0]; }};
}

template <class Number, std::size_t N>
SceneFlag list(const char* name, std::array<Number, N> Scene::*member, const char* type, const char* help) {
  return {name, type, help, [=](const Scene& s) { return joined(s.*member); },
          [=](Scene& s, const std::string& text) { s.*member = numbers<Number, N>(text, name); }};
}

SceneFlag yes_no(const char* name, bool Scene::*member, const char* help) {
  return {name, "on|off", help, [=](const Scene& s) { return std::string(s.*member ? "on" : "off"); },
          [=](Scene& s, const std::string& text) {
            if (text != "on" && text != "off")
              throw Error(ErrorKind::bad_value, fmt::format("{}: '{}' is neither on nor off", name, text));
            s.*member = text == "on";
          }};
}

}  // namespace

const std::vector<std::string>& field_names() { return kFields; }
const std::vector<std::string>& mode_names() { return kModes; }
const std::vector<std::string>& map_names() { return kMaps; }
std::string_view to_string(FieldKind field) { return kFields[std::size_t(field)]; }
std::string_view to_string(Mode mode) { return kModes[std::size_t(mode)]; }
std::string_view to_string(MapKind map) { return kMaps[std::size_t(map)]; }
FieldKind field_of(const std::string& name) { return kind_of<FieldKind>(kFields, name, "--field"); }
Mode mode_of(const std::string& name) { return kind_of<Mode>(kModes, name, "--mode"); }
MapKind map_of(const std::string& name) { return kind_of<MapKind>(kMaps, name, "--map"); }

std::string to_string(const Camera& c) {
  return joined(std::array{c.azimuth, c.elevation, c.distance, c.field_of_view});
}

Camera camera_of(const std::string& text) {
  const auto v = numbers<double, 4>(text, "--camera");
  return {v[0], v[1], v[2], v[3]};
}

const std::vector<SceneFlag>& scene_flags() {
  static const std::vector<SceneFlag> table{
      {"--field", "NAME",
       "action, charge (density), polyakov (loops), force (of quarks), gauge (residual), pion, zeromodes (of "
       "overlap quarks) or their chirality",
       [](const Scene& s) { return std::string(to_string(s.field)); },
       [](Scene& s, const std::string& text) { s.field = field_of(text); }},
      number("--flow-time", &Scene::flow_time,
             "of the copy that is shown, in units of a^2; the run itself is not touched"),
      number("--flow-step", &Scene::flow_step, "of its Wilson flow"),
      {"--mode", "NAME", "volume, surfaces or slices",
       [](const Scene& s) { return std::string(to_string(s.mode)); },
       [](Scene& s, const std::string& text) { s.mode = mode_of(text); }},
      number("--threshold", &Scene::threshold,
             "where surfaces are and where volumes begin, as a share of the range"),
      number("--opacity", &Scene::opacity,
             "of surfaces, of slices, and of a volume's strongest points, 0 to 1"),
      number("--time", &Scene::time,
             "Euclidean time slice, periodic beyond the lattice; between two of them their weighted mean"),
      list("--planes", &Scene::planes, "X,Y,Z", "where slices cut, as shares of the box; -1: no such slice"),
      {"--map", "NAME", "colours: auto, blue-orange, purple-green, adelaide, heat, grey or phase",
       [](const Scene& s) { return std::string(to_string(s.map)); },
       [](Scene& s, const std::string& text) { s.map = map_of(text); }},
      number("--range", &Scene::range, "field that has the last colour; 0: the largest seen"),
      number("--kappa", &Scene::kappa, "hopping parameter of the quarks of force and pion"),
      number("--m0", &Scene::m0,
             "of the kernel gamma5 (D_W - M0) of zeromodes and chirality, from 0.01 to 1.99"),
      list("--source", &Scene::source, "X,Y,Z,T", "site of the pion's source"),
      {"--camera", "AZ,EL,DIST,FOV",
       "azimuth and elevation in degrees, distance in longest edges of the box, field of view in degrees",
       [](const Scene& s) { return to_string(s.camera); },
       [](Scene& s, const std::string& text) { s.camera = camera_of(text); }},
      list("--background", &Scene::background, "R,G,B", "its colour, 0 to 255 each"),
      yes_no("--box", &Scene::box, "edges of the box"),
      yes_no("--annotate", &Scene::annotate, "colour bar and labels in headless pictures"),
  };
  return table;
}

std::string flags(const Scene& scene) {
  std::string text;
  for (const SceneFlag& flag : scene_flags()) {
    const std::string value = flag.say(scene);
    if (value == flag.say(Scene()) && flag.name != std::string_view("--camera")) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", flag.name, value);
  }
  return text;
}

Scene scene_of(const std::string& text) {
  Scene scene;
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t first = text.find_first_not_of(" \n\t", at);
    if (first == std::string::npos) break;
    at = std::min(text.find_first_of(" \n\t", first), text.size());
    words.push_back(text.substr(first, at - first));
  }
  for (std::size_t n = 0; n < words.size(); n += 2) {
    const auto& table = scene_flags();
    const auto flag =
        std::find_if(table.begin(), table.end(), [&](const SceneFlag& f) { return f.name == words[n]; });
    if (flag == table.end()) {
      std::vector<std::string> names;
      for (const SceneFlag& f : table) names.emplace_back(f.name);
      throw Error(ErrorKind::bad_value, fmt::format("unknown flag '{}' of a scene", words[n]),
                  did_you_mean(words[n], names, "see glueball view --help-all"));
    }
    if (n + 1 == words.size())
      throw Error(ErrorKind::bad_value, fmt::format("{}: a value is missing", words[n]));
    flag->read(scene, words[n + 1]);
  }
  check(scene);
  return scene;
}

void check(const Scene& s) {
  const auto within = [](const char* flag, double value, double low, double high) {
    if (!(value >= low && value <= high))
      throw Error(ErrorKind::bad_value,
                  fmt::format("{}: {:g} is not between {:g} and {:g}", flag, value, low, high),
                  "see glueball view --help-all");
  };
  within("--flow-time", s.flow_time, 0, 1000);
  within("--flow-step", s.flow_step, 1e-4, 0.2);
  within("--threshold", s.threshold, 0, 1);
  within("--opacity", s.opacity, 0, 1);
  within("--time", s.time, -1e6, 1e6);
  for (const double plane : s.planes) within("--planes", plane, -1, 1);
  within("--range", s.range, 0, 1e30);
  within("--kappa", s.kappa, 0, 1);
  within("--m0", s.m0, 0.01, 1.99);
  within("--camera: azimuth", s.camera.azimuth, -1e6, 1e6);
  within("--camera: elevation", s.camera.elevation, -90, 90);
  within("--camera: distance", s.camera.distance, 0, 100);
  within("--camera: field of view", s.camera.field_of_view, 1, 150);
  for (const int part : s.background) within("--background", part, 0, 255);
  const bool phases = s.field == FieldKind::polyakov;
  if (s.map != MapKind::automatic && (s.map == MapKind::phase) != phases)
    throw Error(ErrorKind::bad_value,
                fmt::format("--map {}: {}", to_string(s.map),
                            phases ? "Polyakov loops have phases as colours" : "this field has no phases"),
                phases ? "give --map phase or auto" : "give another map, or --field polyakov");
}

}  // namespace glueball::view
