// Composition of a window's frames on the device: a picture with shapes over it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gpu/device.hpp"
#include "view/overlay.hpp"

namespace glueball::view {

/// The rectangle of the picture, in pixels of the frame.
struct Place {
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;
  bool operator==(const Place&) const = default;
};

/// A picture in device memory with a word for each pixel, in rows from the top.
struct PixelView {
  gpu::Memory* memory = nullptr;
  std::uint32_t width = 0, height = 0;
  /// Equal versions, other than 0, have equal pixels.
  std::uint64_t version = 0;
};

class Composer {
 public:
  explicit Composer(gpu::Device& device);

  /// Sets the image of the letters: a byte for each texel, `width` texels a row.
  void font(std::span<const std::uint8_t> texels, std::uint32_t width);

  /// Queues a frame of `width` x `height` pixels, a word each, in rows from the top: `picture` at `place`,
  /// `background` (as a pixel) around it, `overlay` over both. With `blue_first` blue is in the lowest byte
  /// instead of red. The buffer is valid until a larger frame is requested. Tiles equal to those of the
  /// previous frame are not drawn again, because CPU drivers take tens of milliseconds for a picture or a
  /// panel full of letters.
  const gpu::Memory& compose(const PixelView& picture, const Place& place, const Overlay& overlay,
                             std::uint32_t width, std::uint32_t height, std::uint32_t background,
                             bool blue_first);

  /// Makes the next frame draw all tiles, for example after a change of the kernel.
  void forget() { drawn_ = {}; }

  /// Waits for the last frame and returns it, three bytes a pixel.
  std::vector<std::uint8_t> download_rgb() const;

 private:
  /// Parameters on which all tiles depend.
  struct Look {
    std::uint32_t width = 0, height = 0, background = 0;
    bool blue_first = false;
    Place place;
    std::uint32_t picture_width = 0, picture_height = 0;
    bool operator==(const Look&) const = default;
  };
  void upload(std::shared_ptr<gpu::Memory>& memory, const std::vector<std::uint32_t>& words);
  /// Returns the tiles that differ from the frame in memory: those with the picture, or those without.
  std::vector<std::uint32_t> changed(const Look& look, bool picture, const std::vector<std::uint32_t>& shapes,
                                     const std::vector<std::uint32_t>& tiles) const;

  gpu::Device& device_;
  std::shared_ptr<gpu::Memory> font_, shapes_memory_, tiles_memory_, changed_memory_, frame_;
  std::uint32_t font_width_ = 0;
  // These are the inputs of the frame in memory.
  Look drawn_;
  std::uint64_t picture_ = 0;
  std::vector<std::uint32_t> shapes_, tiles_;
  std::vector<std::uint32_t> changed_;  ///< contents of changed_memory_
};

}  // namespace glueball::view
