#include "view/composer.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "args/constants.h"
#include "kernels/view.hpp"

namespace glueball::view {
namespace {

/// Rounds up in large steps, so that a size that grows with every frame does not cause an allocation each
/// time.
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
  ensure(device_, shapes_memory_, 4);
}

void Composer::font(std::span<const std::uint8_t> texels, std::uint32_t width) {
  std::vector<std::uint32_t> words((texels.size() + 3) / 4);
  std::memcpy(words.data(), texels.data(), texels.size());
  ensure(device_, font_, words.size() * 4);
  device_.stream().upload(*font_, std::as_bytes(std::span(words)));
  font_width_ = width;
  drawn_ = {};
}

void Composer::upload(std::shared_ptr<gpu::Memory>& memory, const std::vector<std::uint32_t>& words) {
  ensure(device_, memory, words.size() * 4);
  if (!words.empty()) device_.stream().upload(*memory, std::as_bytes(std::span(words)));
}

std::vector<std::uint32_t> Composer::changed(const Look& look, bool picture,
                                             const std::vector<std::uint32_t>& shapes,
                                             const std::vector<std::uint32_t>& tiles) const {
  const std::uint32_t across = (look.width + Overlay::kTile - 1) / Overlay::kTile;
  const std::uint32_t count = across * ((look.height + Overlay::kTile - 1) / Overlay::kTile);
  const bool all = !(look == drawn_);
  const auto same = [&](std::uint32_t tile) {
    const std::uint32_t length = tiles[tile + 1] - tiles[tile];
    if (length != tiles_[tile + 1] - tiles_[tile]) return false;
    for (std::uint32_t n = 0; n < length; ++n) {
      const auto now = shapes.begin() + Overlay::kWords * tiles[tiles[tile] + n];
      if (!std::equal(now, now + Overlay::kWords,
                      shapes_.begin() + Overlay::kWords * tiles_[tiles_[tile] + n]))
        return false;
    }
    return true;
  };
  const auto has_picture = [&](std::uint32_t tile) {
    const std::uint32_t x = tile % across * Overlay::kTile, y = tile / across * Overlay::kTile;
    return x < look.place.right && x + Overlay::kTile > look.place.left && y < look.place.bottom &&
           y + Overlay::kTile > look.place.top;
  };
  std::vector<std::uint32_t> list;
  for (std::uint32_t tile = 0; tile < count; ++tile)
    if (all || (picture && has_picture(tile)) || !same(tile)) list.push_back(tile);
  return list;
}

const gpu::Memory& Composer::compose(const PixelView& picture, const Place& place, const Overlay& overlay,
                                     std::uint32_t width, std::uint32_t height, std::uint32_t background,
                                     bool blue_first) {
  if (!frame_ || frame_->bytes() < std::size_t(width) * height * 4) drawn_ = {};
  ensure(device_, frame_, std::size_t(width) * height * 4);
  Look look{width, height, background, blue_first, place, picture.width, picture.height};
  if (!picture.memory) look.place.right = look.place.left;  // nothing is visible
  std::vector<std::uint32_t> shapes = overlay.shapes(), tiles = overlay.tiles(width, height);
  std::vector<std::uint32_t> list =
      changed(look, picture.version == 0 || picture.version != picture_, shapes, tiles);
  if (!shapes_memory_ || shapes != shapes_) upload(shapes_memory_, shapes);
  if (!tiles_memory_ || tiles != tiles_) upload(tiles_memory_, tiles);
  shapes_ = std::move(shapes);
  tiles_ = std::move(tiles);
  drawn_ = look;
  picture_ = picture.version;
  if (list.empty()) return *frame_;
  const auto shaped =
      std::stable_partition(list.begin(), list.end(), [&](auto t) { return tiles_[t] == tiles_[t + 1]; });
  const std::uint32_t plain = std::uint32_t(shaped - list.begin()), all = std::uint32_t(list.size());
  if (list != changed_) upload(changed_memory_, list);
  changed_ = std::move(list);
  args::OverlayArgs a{.width = width,
                      .height = height,
                      .picture_width = picture.width,
                      .picture_height = picture.height,
                      .left = look.place.left,
                      .top = look.place.top,
                      .right = look.place.right,
                      .bottom = look.place.bottom,
                      .background = background,
                      .font_width = font_width_,
                      .blue_first = blue_first,
                      .changed = 0,
                      .first_changed = 0};
  const std::array bindings{gpu::Binding{picture.memory ? picture.memory : font_.get(), gpu::Access::in},
                            gpu::Binding{shapes_memory_.get(), gpu::Access::in},
                            gpu::Binding{tiles_memory_.get(), gpu::Access::in},
                            gpu::Binding{font_.get(), gpu::Access::in},
                            gpu::Binding{changed_memory_.get(), gpu::Access::in},
                            gpu::Binding{frame_.get(), gpu::Access::out}};
  const bool software = device_.info().type == gpu::DeviceType::software;
  const auto draw = [&](std::uint32_t first, std::uint32_t count, bool shapes_there) {
    if (count == 0) return;
    a.first_changed = first;
    a.changed = count;
    auto& pipeline = device_.pipeline(
        kernels::Overlay::name, {},
        {{CONSTANT_GROUP_SIZE, software ? 64u : 256u}, {CONSTANT_FLAG_0, std::uint32_t(shapes_there)}});
    device_.stream().dispatch(pipeline, bindings, std::as_bytes(std::span(&a, 1)),
                              std::min(count, device_.info().limits.groups[0]));
  };
  draw(0, plain, false);
  draw(plain, all - plain, true);
  return *frame_;
}

std::vector<std::uint8_t> Composer::download_rgb() const {
  std::vector<std::uint32_t> words(std::size_t(drawn_.width) * drawn_.height);
  if (!words.empty()) device_.stream().download(*frame_, std::as_writable_bytes(std::span(words)));
  std::vector<std::uint8_t> rgb;
  rgb.reserve(3 * words.size());
  for (const std::uint32_t w : words)
    for (const int byte : {0, 1, 2})
      rgb.push_back(std::uint8_t(w >> 8 * (drawn_.blue_first ? 2 - byte : byte)));
  return rgb;
}

}  // namespace glueball::view
