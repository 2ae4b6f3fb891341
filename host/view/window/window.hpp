// The window: events, Dear ImGui's frames, and the presentation of frames.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gpu/presenter.hpp"
#include "view/composer.hpp"

struct GLFWwindow;

namespace glueball::view {

/// A key press: a letter by its character, other keys by name.
enum class Key : std::uint32_t { left = 1, right, up, down, escape, enter };
struct Press {
  Key key{};            ///< valid if `letter` is 0
  char32_t letter = 0;  ///< as typed, for keyboards of all languages
};

class Window {
 public:
  /// Opens a window of this size, in pixels of a monitor of scale 1, on the screen of a device that was
  /// opened for windows.
  Window(gpu::Device& device, const std::string& title, int width, int height, bool vsync);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// Handles events, and waits for the first one for at most `seconds`.
  void events(double seconds = 0);
  bool closed() const;
  /// True if the display disappeared: nothing may be drawn, and the program can end in order.
  bool lost() const;
  /// True if the window is minimized or has no pixels: nothing can be drawn now.
  bool hidden() const;
  /// Returns the monitor's scale: pixels along a side of a pixel on a monitor of scale 1.
  float scale() const { return scale_; }
  void title(const std::string& text);
  /// Returns the keys since the last call that no text field took.
  std::vector<Press> presses();

  /// Return the size of the frame in pixels.
  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }

  /// Begins a frame. Dear ImGui's functions may be called until end().
  void begin();
  /// Composes the picture at its place with Dear ImGui's shapes over it, and presents the frame.
  void end(const PixelView& picture, const Place& place, std::uint32_t background);
  /// Makes the next frame draw all tiles.
  void refresh() { composer_.forget(); }
  /// Returns the last frame, three bytes a pixel.
  std::vector<std::uint8_t> download_rgb() const { return composer_.download_rgb(); }

 private:
  struct ImGuiOwner {
    ImGuiOwner();
    ~ImGuiOwner();
    bool connected = false;  ///< to GLFW
  };
  void fit_to_scale();

  std::unique_ptr<gpu::Presenter> presenter_;
  GLFWwindow* window_;
  ImGuiOwner imgui_;
  Composer composer_;
  Overlay overlay_;
  std::vector<Press> presses_;
  float scale_ = 0;
  int font_width_ = 0, font_height_ = 0;
  std::uint32_t width_ = 0, height_ = 0;
};

}  // namespace glueball::view
