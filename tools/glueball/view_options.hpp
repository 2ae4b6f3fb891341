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
  // These select the run.
  std::string file;
  std::string run = "auto";
  std::string start = "cold", action = "wilson", gauge = "landau";
  Four lattice{{8, 8, 8, 16}};
  bool ignore_checksum = false;
  view::RunParameters parameters;
  int warm_up = 0;  ///< steps before the first picture
  std::string save;
  // These are for pictures.
  std::map<std::string, std::string> scene;  ///< flags as they were given
  std::string size = "960x720";
  // These are for windows.
  bool paused = false, no_panels = false, no_vsync = false;
  std::string shaders;
  bool frames_given = false, play_given = false, size_given = false;
  // These are for headless pictures.
  bool headless = false;
  int frames = 1, steps_per_frame = 1;
  std::string play = "auto";
  std::string output = "frames", animation = "webp";
  double fps = 12, quality = 75;

  /// Returns the kind of run; `auto` means a fixed configuration for a file, else heatbath.
  view::RunKind kind() const;
  /// True if `what`, one of run, time and orbit, changes from frame to frame.
  bool plays(const std::string& what) const;
  view::Scene the_scene() const;
  std::array<int, 2> pixels() const;
  view::RunParameters settled() const;
};

void declare(CLI::App& table, ViewOptions& o);

}  // namespace glueball::app
