// The options of `glueball view`.
#pragma once

#include <map>
#include <string>

#include "app/options.hpp"
#include "view/live_run.hpp"
#include "view/scene.hpp"

namespace glueball::app {

struct ViewOptions {
  CommonOptions common;
  // What is looked at.
  std::string file;
  std::string run = "auto";
  std::string start = "cold", action = "wilson", gauge = "landau";
  Four lattice{{8, 8, 8, 16}};
  bool lattice_given = false;
  bool ignore_checksum = false;
  view::RunParameters parameters;
  int warm_up = 0;  ///< steps before the first picture
  std::string save;
  // Pictures.
  std::map<std::string, std::string> scene;  ///< flags as they were given
  std::string size = "960x720";
  // With a window.
  bool paused = false, no_panels = false, no_vsync = false;
  std::string shaders;
  bool frames_given = false, play_given = false, size_given = false;
  // Without a window.
  bool headless = false;
  int frames = 1, steps_per_frame = 1;
  std::string play = "auto";
  std::string output = "frames", animation = "webp";
  double fps = 12, quality = 75;

  /// What `auto` stands for: a file is looked at as it is, otherwise heatbath runs.
  view::RunKind kind() const;
  /// Which of run, time and orbit go on from frame to frame.
  bool plays(const std::string& what) const;
  view::Scene the_scene() const;
  std::array<int, 2> pixels() const;
  view::RunParameters settled() const;
};

void declare(CLI::App& table, ViewOptions& o);

}  // namespace glueball::app
