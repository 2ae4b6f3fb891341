#include "view/window/window.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "view/window/display.hpp"
#include "view/window/draw_data.hpp"

namespace glueball::view {
namespace {

constexpr float kFontPixels = 13;  ///< size for which Dear ImGui's built-in font is drawn

std::vector<Press>& queue_of(GLFWwindow* window) {
  return *static_cast<std::vector<Press>*>(glfwGetWindowUserPointer(window));
}

void on_letter(GLFWwindow* window, unsigned code) { queue_of(window).push_back({.letter = code}); }

void on_key(GLFWwindow* window, int key, int, int action, int) {
  if (action == GLFW_RELEASE) return;
  constexpr std::pair<int, Key> names[] = {{GLFW_KEY_LEFT, Key::left},     {GLFW_KEY_RIGHT, Key::right},
                                           {GLFW_KEY_UP, Key::up},         {GLFW_KEY_DOWN, Key::down},
                                           {GLFW_KEY_ESCAPE, Key::escape}, {GLFW_KEY_ENTER, Key::enter}};
  for (const auto& [code, name] : names)
    if (code == key) queue_of(window).push_back({.key = name});
}

}  // namespace

Window::ImGuiOwner::ImGuiOwner() {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // writes no file
  io.LogFilename = nullptr;
}

Window::ImGuiOwner::~ImGuiOwner() {
  if (connected && !display_lost()) ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

Window::Window(gpu::Device& device, const std::string& title, int width, int height, bool vsync)
    : presenter_(gpu::make_presenter(device, vsync)),
      window_(static_cast<GLFWwindow*>(presenter_->window())),
      composer_(device) {
  watch_display();
  glfwSetWindowTitle(window_, title.c_str());
  // Dear ImGui's callbacks call these first.
  glfwSetWindowUserPointer(window_, &presses_);
  glfwSetCharCallback(window_, on_letter);
  glfwSetKeyCallback(window_, on_key);
  imgui_.connected = ImGui_ImplGlfw_InitForOther(window_, true);
  fit_to_scale();
  // If the window's units are pixels, a monitor of scale 2 needs twice as many.
  int units = 0, pixels = 0;
  glfwGetWindowSize(window_, &units, nullptr);
  glfwGetFramebufferSize(window_, &pixels, nullptr);
  const float factor = units == pixels ? scale_ : 1;
  glfwSetWindowSize(window_, int(std::lround(float(width) * factor)),
                    int(std::lround(float(height) * factor)));
  glfwShowWindow(window_);
  events();
}

Window::~Window() {
  if (display_lost()) {
    presenter_->abandon();
    return;
  }
  glfwSetWindowUserPointer(window_, nullptr);
  glfwHideWindow(window_);
}

void Window::fit_to_scale() {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  const float scale = std::clamp(std::max(x, y), 1.0f, 8.0f);
  if (scale == scale_) return;
  scale_ = scale;
  ImGuiIO& io = ImGui::GetIO();
  ImFontConfig font;
  font.SizePixels = std::floor(kFontPixels * scale);
  font.OversampleH = font.OversampleV = 1;  // one texel a pixel: letters are drawn without interpolation
  font.PixelSnapH = true;
  io.Fonts->Clear();
  io.Fonts->AddFontDefault(&font);
  unsigned char* texels = nullptr;
  io.Fonts->GetTexDataAsAlpha8(&texels, &font_width_, &font_height_);
  composer_.font({texels, std::size_t(font_width_) * std::size_t(font_height_)}, std::uint32_t(font_width_));
  ImGui::GetStyle() = ImGuiStyle();
  ImGui::StyleColorsDark();
  ImGuiStyle& style = ImGui::GetStyle();
  style.AntiAliasedLinesUseTex = false;  // triangles have no texture here
  style.WindowRounding = style.FrameRounding = style.GrabRounding = style.ScrollbarRounding = 0;
  style.WindowBorderSize = 0;
  style.ScaleAllSizes(scale);
}

void Window::events(double seconds) {
  if (lost()) return;
  if (seconds > 0)
    glfwWaitEventsTimeout(seconds);
  else
    glfwPollEvents();
  if (lost()) return;
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  width_ = std::uint32_t(std::max(width, 0));
  height_ = std::uint32_t(std::max(height, 0));
}

bool Window::closed() const { return lost() || glfwWindowShouldClose(window_); }
bool Window::lost() const { return display_lost(); }
bool Window::hidden() const {
  return width_ == 0 || height_ == 0 || glfwGetWindowAttrib(window_, GLFW_ICONIFIED);
}
void Window::title(const std::string& text) {
  if (!lost()) glfwSetWindowTitle(window_, text.c_str());
}

std::vector<Press> Window::presses() {
  std::vector<Press> taken;
  taken.swap(presses_);
  if (ImGui::GetIO().WantTextInput) taken.clear();
  return taken;
}

void Window::begin() {
  fit_to_scale();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void Window::end(const PixelView& picture, const Place& place, std::uint32_t background) {
  ImGui::Render();
  if (lost()) return;
  overlay_.clear();
  append(*ImGui::GetDrawData(), font_width_, font_height_, overlay_);
  const gpu::Memory& frame =
      composer_.compose(picture, place, overlay_, width_, height_, background, presenter_->blue_first());
  presenter_->show(frame, width_, height_);
}

}  // namespace glueball::view
