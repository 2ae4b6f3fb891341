// The state of a window: the user's choices and requests.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "view/scene.hpp"
#include "view/window/plot.hpp"

namespace glueball::view {

struct ViewState {
  Scene scene;
  double range = 0;  ///< present field value of the last colour
  int slices = 1;    ///< slices of Euclidean time; 1 if the field has none
  bool paused = false;
  bool step = false;  ///< one more step although paused
  bool play = false;  ///< animate Euclidean time
  bool panels = true, help = false;
  bool close = false;
  bool checkpoint = false, screenshot = false, camera = false;  ///< requests that are not yet done
  std::string message;                                          ///< describes the last action
  double message_until = 0;
  std::string trouble;         ///< error of a scene that cannot be drawn; shown until it is corrected
  std::string shader_trouble;  ///< errors of shaders that do not compile; shown until they are corrected
  std::map<std::string, double> wanted;  ///< parameters of the run that were changed
  std::vector<Marker> markers;           ///< positions of these changes
};

}  // namespace glueball::view
