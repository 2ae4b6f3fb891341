// The window: events, Dear ImGui's frames, and the way of a picture to the screen.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gpu/presenter.hpp"
#include "view/composer.hpp"

struct GLFWwindow;

namespace glueball::view {

/// A key that was pressed: a letter by its character, others by name.
enum class Key : std::uint32_t { left = 1, right, up, down, escape, enter };
struct Press {
  Key key{};            ///< where `letter` is 0
  char32_t letter = 0;  ///< as typed, so that keyboards of all languages do
};

class Window {
 public:
  /// Opened on the device's screen, of this size in pixels of a monitor of scale 1. The device was opened for
  /// windows.
  Window(gpu::Device& device, const std::string& title, int width, int height, bool vsync);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// Takes what has happened; waits for something to happen for at most `seconds`.
  void events(double seconds = 0);
  bool closed() const;
  /// The display is gone: nothing may be drawn, and the program can end in order.
  bool lost() const;
  /// Minimised, or smaller than a pixel: nothing can be drawn now.
  bool hidden() const;
  /// Pixels along a side of what would be one pixel on an ordinary monitor.
  float scale() const { return scale_; }
  void title(const std::string& text);
  /// The keys since the last call, where no field of text wanted them.
  std::vector<Press> presses();

  /// Pixels of the frame.
  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }

  /// Between these two calls Dear ImGui's functions may be called.
  void begin();
  /// Draws the picture at its place and what Dear ImGui has over it, and shows all of that.
  void end(const PixelView& picture, const Place& place, std::uint32_t background);
  /// The next frame is drawn as a whole.
  void refresh() { composer_.forget(); }
  /// The last frame, three bytes a pixel.
  std::vector<std::uint8_t> download_rgb() const { return composer_.download_rgb(); }

 private:
  struct ImGuiOwner {
    ImGuiOwner();
    ~ImGuiOwner();
    bool connected = false;  ///< with GLFW
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
