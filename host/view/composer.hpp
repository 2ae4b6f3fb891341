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
};

/// A picture in device memory, a word a pixel, rows from the top.
struct PixelView {
  gpu::Memory* memory = nullptr;
  std::uint32_t width = 0, height = 0;
};

class Composer {
 public:
  explicit Composer(gpu::Device& device);

  /// The image of the letters: a byte a texel, `width` of them a row.
  void font(std::span<const std::uint8_t> texels, std::uint32_t width);

  /// Queues a frame of `width` x `height` pixels, a word each, rows from the top: `picture` at `place`, `background` (as a
  /// pixel) around it, `overlay` over both. With `blue_first` blue is in the lowest byte, not red. The buffer is good until a
  /// larger frame is asked for.
  const gpu::Memory& compose(const PixelView& picture, const Place& place, const Overlay& overlay, std::uint32_t width,
                             std::uint32_t height, std::uint32_t background, bool blue_first);

  /// The last frame, three bytes a pixel; waits.
  std::vector<std::uint8_t> download_rgb() const;

 private:
  void upload(std::shared_ptr<gpu::Memory>& memory, std::vector<std::uint32_t>& kept, std::vector<std::uint32_t> words);

  gpu::Device& device_;
  std::shared_ptr<gpu::Memory> font_, shapes_, tiles_, frame_;
  std::vector<std::uint32_t> shapes_now_, tiles_now_;
  std::uint32_t font_width_ = 0, width_ = 0, height_ = 0;
  bool blue_first_ = false;
};

}  // namespace glueball::view
