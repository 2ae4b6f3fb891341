// Frames for a window, made on the device: a picture and what lies over it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gpu/device.hpp"
#include "view/overlay.hpp"

namespace glueball::view {

/// Where the picture goes, in pixels of the frame.
struct Place {
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;
  bool operator==(const Place&) const = default;
};

/// A picture in device memory, a word a pixel, rows from the top.
struct PixelView {
  gpu::Memory* memory = nullptr;
  std::uint32_t width = 0, height = 0;
  std::uint64_t version = 0;  ///< that of the frame before, not 0: so are its pixels
};

class Composer {
 public:
  explicit Composer(gpu::Device& device);

  /// The image of the letters: a byte a texel, `width` of them a row.
  void font(std::span<const std::uint8_t> texels, std::uint32_t width);

  /// Queues a frame of `width` x `height` pixels, a word each, rows from the top: `picture` at `place`,
  /// `background` (as a pixel) around it, `overlay` over both. With `blue_first` blue is in the lowest byte,
  /// not red. The buffer is good until a larger frame is asked for. Of what the frame before had too nothing
  /// is drawn again: CPU drivers take tens of milliseconds for a picture or a panel full of letters.
  const gpu::Memory& compose(const PixelView& picture, const Place& place, const Overlay& overlay,
                             std::uint32_t width, std::uint32_t height, std::uint32_t background,
                             bool blue_first);

  /// The next frame is drawn as a whole: the kernel is another one, say.
  void forget() { drawn_ = {}; }

  /// The last frame, three bytes a pixel; waits.
  std::vector<std::uint8_t> download_rgb() const;

 private:
  /// What all tiles depend on.
  struct Look {
    std::uint32_t width = 0, height = 0, background = 0;
    bool blue_first = false;
    Place place;
    std::uint32_t picture_width = 0, picture_height = 0;
    bool operator==(const Look&) const = default;
  };
  void upload(std::shared_ptr<gpu::Memory>& memory, const std::vector<std::uint32_t>& words);
  /// The tiles of which the frame in memory is not what it is to be; those of the picture, or not.
  std::vector<std::uint32_t> changed(const Look& look, bool picture, const std::vector<std::uint32_t>& shapes,
                                     const std::vector<std::uint32_t>& tiles) const;

  gpu::Device& device_;
  std::shared_ptr<gpu::Memory> font_, shapes_memory_, tiles_memory_, changed_memory_, frame_;
  std::uint32_t font_width_ = 0;
  // What the frame was drawn from.
  Look drawn_;
  std::uint64_t picture_ = 0;
  std::vector<std::uint32_t> shapes_, tiles_;
  std::vector<std::uint32_t> changed_;  ///< what is in the memory of that name
};

}  // namespace glueball::view
