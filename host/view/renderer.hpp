// The picture of a run: a field, computed from a copy of the links, and ray marching through it on the
// device.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "field/field.hpp"
#include "view/live_run.hpp"
#include "view/scene.hpp"

namespace glueball::view {

/// Text and numbers for the colour bar and the lines under the picture.
struct Legend {
  std::string name;                    ///< for example "topological charge density"
  std::string unit;                    ///< for example "1 / a^4"
  double low = 0, high = 0;            ///< values at the ends of the bar
  double range = 0;                    ///< field value of the last colour
  std::vector<std::uint32_t> colours;  ///< pixels in ascending order of values
  std::string flow;                    ///< for example "flow time 2.00 a^2"; empty without flow
  /// A property of these links beside the field's values, for example "no zero modes"; may be empty.
  std::string remark;
  /// For example "Euclidean time 5.0 of 32"; empty for Polyakov loops, which have no time.
  std::string time;
  /// For example "Monte Carlo time: sweep 120"; empty for a fixed configuration.
  std::string run;
};

class Renderer {
 public:
  /// `run` must outlive this.
  explicit Renderer(LiveRun& run);
  ~Renderer();

  /// Updates the field for a scene and the present links, unless the run is paused within a step. It waits
  /// only for fields that the host computes (force, pion). `pause` is called while that takes long, when the
  /// device has finished. It may call `draw`, which draws the previous field. Throws Error(bad_value) for a
  /// scene that the lattice does not have.
  void update(const Scene& scene, const std::function<void()>& pause = {});
  /// Queues and submits a picture of the field of the last `update`. It does nothing before the first update,
  /// and nothing if the last picture is equal (with `any_size`: apart from its size). It waits for a changed
  /// field if the last colour is that of its largest value.
  void draw(const Scene& scene, int width, int height, bool any_size = false);
  /// Calls `update` and `draw`.
  void render(const Scene& scene, int width, int height);

  /// Returns the last picture in a storage buffer with a word for each pixel (red in the lowest byte, then
  /// green, blue, alpha 255), in rows from the top. It may be larger than width * height words. A larger
  /// picture replaces it.
  gpu::Memory& pixels() const;
  int width() const;
  int height() const;
  /// Counts pictures: equal versions have equal pixels.
  std::uint64_t version() const;
  /// Waits for the picture and returns it on the host, three bytes a pixel.
  std::vector<std::uint8_t> download_rgb();

  /// Returns the legend of the last picture.
  const Legend& legend() const;

  /// Returns the charge (or summed action, residual, ...) of the whole lattice at the picture's flow time; 0
  /// for Polyakov loops. Waits for the device.
  double total();

  /// Makes the range follow the number of pictures instead of the clock, so that headless pictures do not
  /// depend on timing.
  void wait_for_range(bool on);
  /// Forgets the largest value so far.
  void reset_range();
  /// Makes the next picture compute the field again, for example after a change of shaders.
  void refresh();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

/// Draws the colour bar with its numbers and labels into an image with three bytes a pixel.
void annotate(std::vector<std::uint8_t>& rgb, int width, int height, const Scene& scene,
              const Legend& legend);

}  // namespace glueball::view
