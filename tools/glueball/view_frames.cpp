#include "view_frames.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "app/paths.hpp"
#include "app/progress.hpp"
#include "app/ranks.hpp"
#include "app/signals.hpp"
#include "base/error.hpp"
#include "comm/gather.hpp"
#include "cpu/plaquette.hpp"
#include "io/atomic_file.hpp"
#include "io/ildg.hpp"
#include "io/png.hpp"
#include "outputs.hpp"
#include "run/json_line.hpp"
#include "run/provenance.hpp"

namespace glueball::app {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& bytes) {
  io::AtomicFile file(path, true);
  file.write(bytes);
  file.commit();
}

/// True for pictures of an earlier run.
bool is_picture(const std::string& name) {
  static const std::regex pattern(R"(frame-\d+\.png|animation\.webp)");
  return std::regex_match(name, pattern);
}

}  // namespace

ViewFrames::ViewFrames(const ViewOptions& options, std::string config)
    : o_(options), config_(std::move(config)), scene_(options.the_scene()), size_(options.pixels()) {
  Outputs(o_.common, {o_.file}).run(o_.output, "", is_picture).file("--save", o_.save);
  if (world().first()) directory_.emplace(options.output, options.common.force, is_picture);
  if (directory_)
    directory_->require_replaceable(
        config_, o_.file.empty() ? std::vector<fs::path>() : std::vector<fs::path>{find_input(o_.file)});
  for (std::size_t at = 0; o_.play != "auto" && at <= o_.play.size();) {
    const std::size_t comma = std::min(o_.play.find(',', at), o_.play.size());
    const std::string word = o_.play.substr(at, comma - at);
    if (word != "run" && word != "time" && word != "orbit" && word != "still")
      throw Error(ErrorKind::bad_value, fmt::format("--play: there is no '{}'", word),
                  "give run, time, orbit or still, parted by commas");
    at = comma + 1;
  }
  if (o_.quality > 100)
    throw Error(ErrorKind::bad_value, fmt::format("--quality {:g} is above 100", o_.quality));
  if (directory_ && !o_.save.empty() && fs::exists(o_.save) && !o_.common.force)
    throw Error(ErrorKind::bad_value, o_.save + " exists", "give --force or another --save");
}

void ViewFrames::draw(view::LiveRun& run) {
  catch_signals();
  view::Renderer renderer(run);
  renderer.wait_for_range(true);
  for (int n = 0; n < o_.warm_up && !on_any_rank(caught_signal() != 0); ++n) run.step();
  Progress progress(std::uint64_t(o_.frames), o_.common.quiet);
  int done = 0;
  for (int n = 0; n < o_.frames && !on_any_rank(caught_signal() != 0); ++n) {
    if (n > 0 && o_.plays("run"))
      for (int step = 0; step < o_.steps_per_frame; ++step) run.step();
    progress.clear();
    frame(run, renderer, n);
    progress.update(std::uint64_t(++done), run.label());
  }
  progress.clear();
  finish(run, done);
}

void ViewFrames::frame(view::LiveRun& run, view::Renderer& renderer, int n) {
  const auto start = std::chrono::steady_clock::now();
  view::Scene scene = scene_;
  if (o_.plays("time")) scene.time += double(n) * run.lattice().geometry().whole_extents()[3] / o_.frames;
  if (o_.plays("orbit"))
    scene.camera.azimuth = std::remainder(scene.camera.azimuth + 360.0 * n / o_.frames, 360.0);
  renderer.render(scene, size_[0], size_[1]);
  const double total = scene.field == view::FieldKind::polyakov ? 0 : renderer.total();
  if (!directory_) return;
  auto rgb = renderer.download_rgb();
  if (scene.annotate) view::annotate(rgb, size_[0], size_[1], scene, renderer.legend());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // Nothing is written before there is a result.
  if (!directory_->begun()) {
    directory_->begin(config_);
    if (o_.animation == "webp" && o_.frames > 1) animation_.emplace(size_[0], size_[1], o_.quality);
  }
  const fs::path file = directory_->path() / fmt::format("frame-{:04}.png", n);
  write(file, io::png(size_[0], size_[1], rgb));
  if (animation_) animation_->add(rgb, int(std::lround(1000 / o_.fps)));
  report(run, renderer, scene, n, file.string(), total, seconds);
}

void ViewFrames::report(view::LiveRun& run, view::Renderer& renderer, const view::Scene& scene, int n,
                        const std::string& file, double total, double seconds) {
  const view::Legend& legend = renderer.legend();
  nlohmann::ordered_json line = {
      {"frame", n}, {"file", file}, {"field", to_string(scene.field)}, {"flow_time", scene.flow_time}};
  if (scene.field != view::FieldKind::polyakov) {
    line["time"] = scene.time;
    line["total"] = total;
  }
  if (!legend.remark.empty()) line["remark"] = legend.remark;
  line["low"] = legend.low;
  line["high"] = legend.high;
  line["step"] = run.steps();
  // The line has the observables of the links, and what the run says of its last step.
  for (const auto& [name, series] : run.histories()) line[name] = series.y.back();
  line["seconds"] = seconds;
  line["flags"] = flags(scene);
  directory_->history().append(json_line(line));
  if (o_.common.json) {
    fmt::print("{}\n", json_line(line));
  } else {
    fmt::print("{}  plaquette {:.6f}  {:.3g} to {:.3g}  {:.2f} s  {}{}{}\n", file,
               run.histories().at("plaquette").y.back(), legend.low, legend.high, seconds, run.label(),
               run.label().empty() || legend.remark.empty() ? "" : "  ", legend.remark);
  }
  std::fflush(stdout);
}

void ViewFrames::finish(view::LiveRun& run, int frames) {
  if (animation_ && frames > 0) {
    const fs::path path = directory_->path() / "animation.webp";
    write(path, animation_->finish());
    say(o_.common.quiet, "wrote " + path.string());
  }
  if (o_.save.empty()) return;
  Configuration u = run.configuration();
  if (const Domain* domain = run.lattice().domain()) u = gathered(*domain, std::move(u));
  if (!directory_) return;
  io::WriteOptions options;
  options.force = o_.common.force;
  options.xlf_info =
      fmt::format("plaquette = {:.12f}\n{}glueballversion = {}\ndate = {}\n", cpu::plaquette(u).average(),
                  run.label().empty() ? "" : "state = " + run.label() + "\n", version(), utc_time());
  io::write_ildg(o_.save, u, options);
  say(o_.common.quiet, "wrote " + o_.save);
}

}  // namespace glueball::app
