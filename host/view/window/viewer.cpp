#include "view/viewer.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "app/signals.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "view/follower.hpp"
#include "view/keep.hpp"
#include "view/renderer.hpp"
#include "view/shader_watch.hpp"
#include "view/window/keys.hpp"
#include "view/window/pace.hpp"
#include "view/window/panels.hpp"
#include "view/window/status.hpp"
#include "view/window/window.hpp"

namespace glueball::view {
namespace {

constexpr float kLeft = 210, kRight = 300,
                kBottom = 22;           ///< widths and height of the panels for a monitor of scale 1
constexpr double kSlicesPerSecond = 4;  ///< speed of the animation of Euclidean time

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// An exception that ends the update of a field that will not be shown.
struct Enough {};

/// The part of the window between the panels; panels that leave too little are not shown.
struct Layout {
  Place place;
  bool left = false, right = false, bottom = false;

  Layout(const Window& window, bool panels) {
    const auto pixels = [&](float x) { return std::uint32_t(std::lround(x * window.scale())); };
    place = {0, 0, window.width(), window.height()};
    const auto rest = [&](std::uint32_t need) { return place.right - place.left > need + pixels(120); };
    if (!panels) return;
    if ((bottom = window.height() > 4 * pixels(kBottom))) place.bottom -= pixels(kBottom);
    if ((left = rest(pixels(kLeft)) && place.bottom > pixels(120))) place.left += pixels(kLeft);
    if ((right = rest(pixels(kRight)) && place.bottom > pixels(120))) place.right -= pixels(kRight);
  }
};

template <class Contents>
void panel(const char* name, std::uint32_t left, std::uint32_t top, std::uint32_t right, std::uint32_t bottom,
           Contents contents) {
  ImGui::SetNextWindowPos({float(left), float(top)});
  ImGui::SetNextWindowSize({float(right - left), float(bottom - top)});
  constexpr int kFixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                         ImGuiWindowFlags_NoNav;
  ImGui::Begin(name, nullptr, kFixed & ~ImGuiWindowFlags_NoScrollbar);
  contents();
  ImGui::End();
}

}  // namespace

class Viewer::Parts {
 public:
  Parts(LiveRun& run, const Scene& scene, const ViewerOptions& options)
      : run_(run),
        o_(options),
        software_(run.lattice().device().info().type == gpu::DeviceType::software),
        alone_(run.lattice().domain() == nullptr),
        window_(run.lattice().device(), options.title, options.width, options.height,
                options.vsync && !software_),
        renderer_(run),
        pace_(software_) {
    s_.scene = good_ = scene;
    s_.paused = options.paused;
    s_.play = options.play;
    s_.panels = options.panels;
    if (!o_.shaders.empty()) shaders_.emplace(run.lattice().device(), o_.shaders, build_time());
    run.on_pause([this] { in_the_middle(); });
  }
  ~Parts() { run_.on_pause({}); }

  bool after_step() {
    const bool open = stay();
    give(run_, open ? Order::step : Order::close);
    return open;
  }

  ViewerReport report() const {
    ViewerReport r{.frames = frames_, .steps = run_.steps(), .lost = window_.lost()};
    if (frames_ == 0) return r;
    r.seconds = last_ - first_;
    r.frames_per_s = r.seconds > 0 ? (frames_ - 1) / r.seconds : 0;
    return r;
  }

 private:
  bool gone() const { return closed_; }
  bool waiting() const { return (s_.paused && !s_.step) || run_.kind() == RunKind::fixed; }

  bool still() const { return waiting() && quiet_ > 1; }

  /// Draws a frame if it is due, and waits while the run is paused. Returns false once the window is closed.
  bool stay() {
    between_steps();
    do {
      look_ahead();
      if (waiting() && quiet_ > 3) {  // nothing changes: sleep until the next event
        const double begin = now();
        window_.events(0.2);
        if (now() - begin < 0.19) quiet_ = 0;
      }
      if (gone()) return false;
      if (waiting() || pace_.due(now())) frame();
      between_steps();
    } while (!gone() && waiting() && app::caught_signal() == 0);
    s_.step = false;
    return !gone();
  }

  /// Updates the field early on software devices, which need seconds for it. Meanwhile frames show the
  /// previous field.
  void look_ahead() {
    if (!software_ || frames_ == 0 || gone()) return;
    try {
      drawing([this] {
        update([this] {
          behind_ = true;
          in_the_middle();
          if (alone_ && (gone() || app::caught_signal() != 0)) throw Enough();
        });
      });
    } catch (const Enough&) {
    }
    if (behind_) quiet_ = 0;
    behind_ = false;
  }

  /// Updates the field for the scene on all ranks, but not while these are within a step.
  void update(const std::function<void()>& pause = {}) {
    if (!alone_ && run_.paused()) return;
    const Scene scene = s_.scene;  // frames in between may change it
    give(run_, Order::update, flags(scene));
    renderer_.update(scene, pause);
  }

  void in_the_middle() {
    if (!gone() && pace_.due(now())) frame();
  }

  /// Does work that must not happen within a step.
  void between_steps() {
    if (run_.steps() != steps_) pace_.stepped(now(), run_.steps() - steps_);
    steps_ = run_.steps();
    for (const auto& [name, value] : s_.wanted) {
      give(run_, Order::set, fmt::format("{} {}", name, value));
      attempt([&, &name = name, &value = value] { run_.set(name, value); });
      s_.markers.push_back({run_.position(), fmt::format("{} {:.3g}", name, value)});
      if (s_.markers.size() > 1 && s_.markers[s_.markers.size() - 2].x == s_.markers.back().x)
        s_.markers.erase(s_.markers.end() - 2);
    }
    s_.wanted.clear();
    look_at_shaders();
    if (s_.checkpoint) {
      give(run_, Order::checkpoint);
      attempt(
          [&] { say("wrote " + (o_.checkpoint ? o_.checkpoint() : keep_configuration(o_.output, run_))); });
    }
    s_.checkpoint = false;
  }

  /// Looks for changed files at intervals, since reading their times has a cost.
  void look_at_shaders() {
    if (!shaders_ || now() < next_look_) return;
    next_look_ = now() + 0.5;
    if (!shaders_->look()) return;
    s_.shader_trouble = shaders_->errors();
    if (s_.shader_trouble.empty())
      say(fmt::format("shaders compiled: {} so far", shaders_->replaced()));
    else
      std::fprintf(stderr, "%s\n", s_.shader_trouble.c_str());
    renderer_.refresh();
    window_.refresh();
    quiet_ = 0;
  }

  void frame() {
    window_.events();
    for (const Press& press : window_.presses()) apply(press, s_);
    print_flags();
    if (window_.closed() || s_.close) closed_ = true;
    if (closed_) return;
    const double begin = now();
    const std::uint64_t before = renderer_.version();
    if (first_ == 0) first_ = begin;
    play(begin);
    if (window_.hidden()) {
      pace_.drawn(begin, begin, false);
      return;
    }
    window_.begin();
    const Layout layout(window_, s_.panels);
    draw_panels(layout);
    mouse(layout.place);
    const PixelView picture = render(layout.place);
    draw_legend(renderer_.legend(), layout.place, window_.scale());
    draw_messages(s_, layout.place, window_.scale(), begin);
    if (s_.help) draw_help(layout.place);
    const auto& b = s_.scene.background;
    window_.end(picture, layout.place, std::uint32_t(b[0] | b[1] << 8 | b[2] << 16));
    if (window_.lost()) {
      closed_ = true;
      return;
    }
    ++frames_;
    ++quiet_;
    if (s_.play) quiet_ = 0;
    last_ = now();
    pace_.drawn(begin, last_, !still() && frames_ > 2 && renderer_.version() != before);
    leave_behind();
    if (o_.frames > 0 && frames_ >= o_.frames) closed_ = true;
  }

  void draw_panels(const Layout& l) {
    const Place& p = l.place;
    const std::uint32_t width = window_.width(), height = window_.height();
    if (l.left) panel("controls", 0, 0, p.left, p.bottom, [&] { controls(s_, run_); });
    if (l.right) panel("histories", p.right, 0, width, p.bottom, [&] { histories(run_, s_, expected()); });
    if (l.bottom)
      panel("status", 0, p.bottom, width, height, [&] {
        ImGui::TextUnformatted(status_text(run_, pace_.rates(now(), run_.bytes_per_step())).c_str());
      });
  }

  std::optional<double> expected() const {
    return o_.expected_plaquette ? o_.expected_plaquette(run_) : std::nullopt;
  }

  void mouse(const Place& place) {
    const ImGuiIO& io = ImGui::GetIO();
    const float across = float(std::max(1u, place.right - place.left));
    if (io.WantCaptureMouse) return;
    Camera& c = s_.scene.camera;
    if (ImGui::IsMouseDown(0)) {
      c.azimuth = std::remainder(c.azimuth - io.MouseDelta.x / across * 180, 360);
      c.elevation = std::clamp(c.elevation + double(io.MouseDelta.y / across * 180), -90.0, 90.0);
      quiet_ = 0;
    }
    if (io.MouseWheel != 0)
      c.distance = std::clamp(c.distance * std::pow(0.9, double(io.MouseWheel)), 0.3, 20.0);
  }

  PixelView render(const Place& place) {
    // The window appears before its first picture, because drivers may take seconds to compile its shaders.
    if (frames_ == 0) return compiling();
    const int width = int(place.right - place.left), height = int(place.bottom - place.top);
    // A picture that does not change is drawn at full size.
    const std::pair<int, int> size = still() ? std::pair{width, height} : pace_.picture(width, height);
    drawing([&] {
      if (!software_) update();
      renderer_.draw(s_.scene, size.first, size.second, !still());
    });
    if (renderer_.width() == 0) return compiling();
    s_.range = renderer_.legend().range;
    return {&renderer_.pixels(), std::uint32_t(renderer_.width()), std::uint32_t(renderer_.height()),
            renderer_.version()};
  }

  PixelView compiling() {
    s_.trouble = "the driver compiles shaders ...";
    trouble_is_scene_ = true;
    return {};
  }

  /// Runs work on a picture. If the lattice does not have the scene, the error is shown and the last valid
  /// scene is restored.
  template <class Work>
  void drawing(Work work) {
    try {
      work();
      if (!(good_ == s_.scene)) good_ = s_.scene, quiet_ = 0;
      if (trouble_is_scene_) s_.trouble.clear(), trouble_is_scene_ = false;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_value) throw;
      s_.trouble = app::worded(error);
      trouble_is_scene_ = true;
      s_.scene = good_;
    }
  }

  void play(double at) {
    const int extent = run_.lattice().geometry().whole_extents()[3];
    s_.slices = s_.scene.field == FieldKind::polyakov ? 1 : extent;
    if (s_.play && played_ > 0) {
      const double t = s_.scene.time + (at - played_) * kSlicesPerSecond;
      s_.scene.time = t - extent * std::floor(t / extent);
    }
    played_ = at;
  }

  /// Does what keys requested from the frame, once it is complete.
  void leave_behind() {
    if (renderer_.width() == 0 || (s_.screenshot && waiting() && (behind_ || quiet_ < 3)))
      return;  // not yet complete
    if (s_.screenshot)
      attempt([&] {
        say("wrote " +
            keep_picture(o_.output, window_.download_rgb(), int(window_.width()), int(window_.height())));
      });
    s_.screenshot = false;
  }

  void print_flags() {
    if (!s_.camera) return;
    s_.camera = false;
    const std::string text = flags(s_.scene);
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
    say(text);
  }

  void say(const std::string& text) {
    s_.message = text;
    s_.message_until = now() + 6;
    quiet_ = 0;
  }

  /// Runs work whose errors the window only shows, such as a full disk or an invalid value.
  template <class Work>
  void attempt(Work work) {
    try {
      work();
    } catch (const std::exception& error) {
      say(app::worded(error));
    }
  }

  LiveRun& run_;
  const ViewerOptions o_;
  const bool software_, alone_;
  Window window_;
  Renderer renderer_;
  Pace pace_;
  std::optional<ShaderWatch> shaders_;
  double next_look_ = 0;
  ViewState s_;
  Scene good_;  ///< last scene that could be drawn
  bool trouble_is_scene_ = false, closed_ = false;
  bool behind_ = false;  ///< true if the picture is of the previous field
  int frames_ = 0, steps_ = 0;
  int quiet_ = 0;  ///< frames since the last change
  double first_ = 0, last_ = 0, played_ = 0;
};

Viewer::Viewer(LiveRun& run, const Scene& scene, const ViewerOptions& options) {
  const Domain* domain = run.lattice().domain();
  if (domain && !options.shaders.empty())
    throw Error(ErrorKind::bad_value, "shaders cannot be watched on several ranks",
                "leave out <shaders>, or start one process");
  if (domain && !domain->ranks().first())
    follower_ = std::make_unique<Follower>(run, options.checkpoint);
  else
    parts_ = std::make_unique<Parts>(run, scene, options);
}
Viewer::~Viewer() = default;
bool Viewer::after_step() { return parts_ ? parts_->after_step() : follower_->after_step(); }
ViewerReport Viewer::report() const { return parts_ ? parts_->report() : ViewerReport{}; }

}  // namespace glueball::view
