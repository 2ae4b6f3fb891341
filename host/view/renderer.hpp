// The picture of a run: a field of a scratch copy, marched through by rays on the device.
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

/// What stands beside the colour bar, and under the picture.
struct Legend {
  std::string name;                    ///< "topological charge density"
  std::string unit;                    ///< "1 / a^4"
  double low = 0, high = 0;            ///< values at the ends of the bar
  double range = 0;                    ///< field that has the last colour
  std::vector<std::uint32_t> colours;  ///< from low to high, as pixels
  std::string flow;                    ///< "flow time 2.00 a^2"; empty without flow
  std::string
      remark;  ///< what the field of these links is beside its values: "no zero modes"; empty if nothing
  std::string time;  ///< "Euclidean time 5.0 of 32"; empty for Polyakov loops, which have none
  std::string run;   ///< "Monte Carlo time: sweep 120"; empty for a fixed configuration
};

class Renderer {
 public:
  /// `run` must outlive it.
  explicit Renderer(LiveRun& run);
  ~Renderer();

  /// Brings the field to scene and links, unless the run is paused in the middle of a step; does not wait
  /// unless a field needs the host (force, pion). With `pause` it is called now and then while that takes
  /// long, with the device done: there `draw` may be called, which draws the field as it was. Throws
  /// Error(bad_value) for a scene that the lattice does not have.
  void update(const Scene& scene, const std::function<void()>& pause = {});
  /// Records the work for a picture of the field of the last `update`, and submits it; nothing before the
  /// first, and nothing where the last picture is that (with `any_size`: but for its size). Waits for a field
  /// that has changed, where its largest value is to have the last colour.
  void draw(const Scene& scene, int width, int height, bool any_size = false);
  /// One after the other.
  void render(const Scene& scene, int width, int height);

  /// The last picture: a storage buffer with a word a pixel (red in the lowest byte, then green, blue, alpha
  /// 255), rows from the top, one after the other. It may be larger than width * height words. Made anew when
  /// a larger picture is asked for.
  gpu::Memory& pixels() const;
  int width() const;
  int height() const;
  /// Counts pictures: the same number, the same pixels.
  std::uint64_t version() const;
  /// The same on the host, three bytes a pixel; waits.
  std::vector<std::uint8_t> download_rgb();

  /// Of the last picture.
  const Legend& legend() const;

  /// Charge (or summed action, residual, ...) of all of the lattice at the picture's flow time; waits for the
  /// device. Not of Polyakov loops: 0.
  double total();

  /// From now on the range follows the number of pictures, not the clock: headless pictures do not depend on
  /// timing.
  void wait_for_range(bool on);
  /// Forgets the largest value seen.
  void reset_range();
  /// The next picture is computed from the links, although nothing has changed: shaders have.
  void refresh();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

/// Draws colour bar, its numbers and labels into three bytes a pixel.
void annotate(std::vector<std::uint8_t>& rgb, int width, int height, const Scene& scene,
              const Legend& legend);

}  // namespace glueball::view
