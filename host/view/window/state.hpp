// What the user of a window has chosen, and asked for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "view/scene.hpp"
#include "view/window/plot.hpp"

namespace glueball::view {

struct ViewState {
  Scene scene;
  double range = 0;  ///< field that has the last colour now
  int slices = 1;    ///< of Euclidean time; 1 where the field has none
  bool paused = false;
  bool step = false;  ///< one more, although paused
  bool play = false;  ///< Euclidean time runs
  bool panels = true, help = false;
  bool close = false;
  bool checkpoint = false, screenshot = false, camera = false;  ///< asked for, not yet done
  std::string message;                                          ///< the last thing that was done
  double message_until = 0;
  std::string trouble;                   ///< of a scene that cannot be drawn; stays until it is mended
  std::string shader_trouble;            ///< of shaders that do not compile; as long
  std::map<std::string, double> wanted;  ///< parameters of the run that were changed
  std::vector<Marker> markers;           ///< where they were
};

}  // namespace glueball::view
