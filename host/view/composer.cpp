#include "view/composer.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace glueball::view {
namespace {

using uint = std::uint32_t;
#include "args/overlay.h"

constexpr std::string_view kKernel = "view/overlay";
constexpr std::uint32_t kGroupSize = 0;  ///< its specialisation constant

/// At least so large: what grows a little every frame is not made anew each time.
std::size_t rounded_up(std::size_t bytes) {
  std::size_t size = 4096;
  while (size < bytes) size *= 2;
  return size;
}

void ensure(gpu::Device& device, std::shared_ptr<gpu::Memory>& memory, std::size_t bytes) {
  if (memory && memory->bytes() >= bytes) return;
  memory.reset();
  memory = device.allocate({.bytes = rounded_up(bytes)});
}

}  // namespace

Composer::Composer(gpu::Device& device) : device_(device) {
  ensure(device_, font_, 4);
  ensure(device_, shapes_, 4);
}

void Composer::font(std::span<const std::uint8_t> texels, std::uint32_t width) {
  std::vector<std::uint32_t> words((texels.size() + 3) / 4);
  std::memcpy(words.data(), texels.data(), texels.size());
  ensure(device_, font_, words.size() * 4);
  device_.stream().upload(*font_, std::as_bytes(std::span(words)));
  font_width_ = width;
}

void Composer::upload(std::shared_ptr<gpu::Memory>& memory, std::vector<std::uint32_t>& kept, std::vector<std::uint32_t> words) {
  if (memory && words == kept) return;
  kept = std::move(words);
  ensure(device_, memory, kept.size() * 4);
  if (!kept.empty()) device_.stream().upload(*memory, std::as_bytes(std::span(kept)));
}

const gpu::Memory& Composer::compose(const PixelView& picture, const Place& place, const Overlay& overlay, std::uint32_t width,
                                     std::uint32_t height, std::uint32_t background, bool blue_first) {
  width_ = width;
  height_ = height;
  blue_first_ = blue_first;
  ensure(device_, frame_, std::size_t(width) * height * 4);
  upload(shapes_, shapes_now_, overlay.shapes());
  upload(tiles_, tiles_now_, overlay.tiles(width, height));
  OverlayArgs a{.width = width, .height = height, .picture_width = picture.width, .picture_height = picture.height,
                .left = place.left, .top = place.top, .right = place.right, .bottom = place.bottom,
                .background = background, .font_width = font_width_, .blue_first = blue_first};
  if (!picture.memory) a.right = a.left;  // nothing to be seen
  const bool software = device_.info().type == gpu::DeviceType::software;
  auto& pipeline = device_.pipeline(kKernel, {}, {{kGroupSize, software ? 64u : 256u}});
  const std::array bindings{gpu::Binding{picture.memory ? picture.memory : font_.get(), gpu::Access::in},
                            gpu::Binding{shapes_.get(), gpu::Access::in}, gpu::Binding{tiles_.get(), gpu::Access::in},
                            gpu::Binding{font_.get(), gpu::Access::in}, gpu::Binding{frame_.get(), gpu::Access::out}};
  const std::uint32_t tiles = ((width + Overlay::kTile - 1) / Overlay::kTile) * ((height + Overlay::kTile - 1) / Overlay::kTile);
  device_.stream().dispatch(pipeline, bindings, std::as_bytes(std::span(&a, 1)),
                            std::min(tiles, device_.info().limits.groups[0]));
  return *frame_;
}

std::vector<std::uint8_t> Composer::download_rgb() const {
  std::vector<std::uint32_t> words(std::size_t(width_) * height_);
  if (!words.empty()) device_.stream().download(*frame_, std::as_writable_bytes(std::span(words)));
  std::vector<std::uint8_t> rgb;
  rgb.reserve(3 * words.size());
  for (const std::uint32_t w : words)
    for (const int byte : {0, 1, 2}) rgb.push_back(std::uint8_t(w >> 8 * (blue_first_ ? 2 - byte : byte)));
  return rgb;
}

}  // namespace glueball::view
