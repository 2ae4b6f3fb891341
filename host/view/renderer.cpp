#include "view/renderer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>

#include "base/error.hpp"
#include "kernels/linalg.hpp"
#include "view/colour_range.hpp"
#include "view/colours.hpp"
#include "view/projection.hpp"
#include "view/scratch_field.hpp"
#include "view/shared_density.hpp"

namespace glueball::view {
namespace {

std::array<int, 3> space(const Geometry& g) { return {g.extent(0), g.extent(1), g.extent(2)}; }

/// Seconds from one picture to the next in headless runs, whose pictures must not depend on timing.
constexpr double kPictureTime = 0.1;

double now_in_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Returns how often a box is refined: coarse pictures improve by it, for fine ones it costs time.
int refinements(const Geometry& g) {
  const int longest = std::max({g.extent(0), g.extent(1), g.extent(2)});
  return longest < 16 ? 2 : longest <= 64 ? 1 : 0;
}

args::GridArgs grid(const Volume& v) {
  return {.extent_x = std::uint32_t(v.extents()[0]),
          .extent_y = std::uint32_t(v.extents()[1]),
          .extent_z = std::uint32_t(v.extents()[2]),
          .planes = std::uint32_t(v.planes()),
          .axis = 0};
}

/// A box of points, refined, with the bounds of its cells.
struct Box {
  Box(const DeviceLattice& lattice, int planes) : coarse(lattice, space(lattice.geometry()), planes) {
    std::array<int, 3> extents = coarse.extents();
    for (int n = refinements(lattice.geometry()); n > 0; --n) {
      finer.push_back(std::make_unique<VolumeRefinement>(lattice, extents, planes));
      for (int& extent : extents) extent *= 2;
    }
    bounds.emplace(lattice, extents, 1);
    shown = &coarse;
  }
  void refine(const DeviceLattice& lattice) {
    shown = &coarse;
    for (const auto& step : finer) shown = &step->of(*shown);
    kernels::CellBounds::run(lattice, shown->points(), grid(*shown), *shown, *bounds);
  }
  int steps() const { return 1 << finer.size(); }

  Volume coarse;
  std::vector<std::unique_ptr<VolumeRefinement>> finer;
  std::optional<Volume> bounds;
  const Volume* shown;
};

/// Everything but colours that a picture's pixels depend on.
struct Drawn {
  args::MarchArgs arguments;
  std::uint32_t flags;
  std::uint64_t box;
  bool operator==(const Drawn& o) const {
    // The comparison is by bits, since a shader's arguments are equal or not.
    return std::memcmp(&arguments, &o.arguments,  // NOLINT(bugprone-suspicious-memory-comparison)
                       sizeof arguments) == 0 &&
           flags == o.flags && box == o.box;
  }
};

}  // namespace

class Renderer::Parts {
 public:
  explicit Parts(LiveRun& r)
      : run(r),
        whole(r.lattice().geometry().whole()),
        shared(r.lattice()),
        lattice(shared.lattice()),
        field(r),
        partials(lattice),
        largest(lattice),
        colours(lattice, kColours) {}

  void update(const Scene& scene, const std::function<void()>& pause);
  void draw(const Scene& scene, int w, int h, bool any_size);
  /// Waits for and returns the largest value of the field, over sites computed from the present links.
  double largest_value();
  void look_at_range();
  void set_legend(const Scene& scene);
  double range(const Scene& scene) const;
  bool is_complex() const { return shown.field == FieldKind::polyakov; }

  LiveRun& run;
  const Geometry whole;
  SharedDensity shared;
  const DeviceLattice& lattice;  ///< the lattice of pictures
  ScratchField field;
  std::optional<Box> real, complex;
  std::optional<Pixels> pixels;
  int width = 0, height = 0;
  std::uint64_t version = 0, box_version = 0;
  std::optional<Drawn> drawn;
  Partials partials;
  Totals largest;
  Pixels colours;
  std::vector<std::uint32_t> table;
  Scene shown;
  std::uint64_t field_version = 0;
  double time = -1;
  ColourRange followed;
  bool look = false;   ///< true if the range does not yet include the field
  bool waits = false;  ///< true if pictures must not depend on timing
  double pictures = 0;
  Legend legend;
};

/// Updates the field in the box for a scene.
void Renderer::Parts::update(const Scene& scene, const std::function<void()>& pause) {
  check(scene);
  // Within a step there is nothing new to compute.
  if (run.paused() && (field_version != 0 || shared.is_shared())) return;
  const int times = whole.extent(3);
  const double t = scene.time - times * std::floor(scene.time / times);
  const int first = int(t) % times, second = (first + 1) % times;
  const double share = t - std::floor(t);
  std::vector<int> slices;
  if (!waits && run.kind() != RunKind::fixed) {
    slices.push_back(first);
    if (share > 0) slices.push_back(second);
  }
  const bool other = field_version == 0 || shown.field != scene.field || shown.flow_time != scene.flow_time ||
                     shown.kappa != scene.kappa || shown.m0 != scene.m0;
  field.update(scene, slices, pause);
  if (other) followed.forget();
  shown = scene;
  std::optional<Box>& box = is_complex() ? complex : real;
  if (!box) box.emplace(lattice, is_complex() ? 2 : 1);
  if (field_version == field.version() && time == t) return;
  const std::size_t points = box->coarse.points();
  if (is_complex() && shared.draws()) {
    kernels::ShowLoops::run(lattice, points, {}, field.loops(), box->coarse);
  } else if (!is_complex()) {
    const auto w = field.weights();
    const SharedDensity::Slices slices_shown = shared.slices(field.density(), first);
    kernels::ShowDensity::run(lattice, points,
                              {.first = slices_shown.first,
                               .second = slices_shown.second,
                               .first_weight = float(1 - share),
                               .second_weight = float(share),
                               .weight_x = w[0],
                               .weight_y = w[1],
                               .weight_z = w[2],
                               .weight_w = w[3]},
                              slices_shown.density[Parity::even], slices_shown.density[Parity::odd],
                              box->coarse);
  }
  box->refine(lattice);
  ++box_version;
  if (field_version != field.version()) look = true;
  field_version = field.version();
  time = t;
  if (shared.is_shared()) look_at_range();  // all ranks call update(), and only rank 0 draws
}

double Renderer::Parts::largest_value() {
  const auto w = field.weights();
  const auto& fresh = field.fresh();
  if (shared.is_shared()) return shared.largest(field.density(), w, fresh);
  const std::size_t times = fresh.size(), slice = lattice.geometry().half_volume() / times;
  bool any = false;
  for (std::size_t t = 0; t < times;) {
    std::size_t end = t;
    while (end < times && fresh[end]) ++end;
    if (end > t)
      for (const Parity this_parity : kParities) {
        kernels::DensityRange::run(lattice,
                                   {.weight_x = w[0],
                                    .weight_y = w[1],
                                    .weight_z = w[2],
                                    .weight_w = w[3],
                                    .first = std::uint32_t(slice * t),
                                    .count = std::uint32_t(slice * (end - t))},
                                   field.density()[this_parity], partials);
        kernels::Maximum::run(lattice, {.count = lattice.partials(Shape::sums), .accumulate = any}, partials,
                              largest);
        any = true;
      }
    t = end + 1;
  }
  if (!any) return 0;
  std::array<std::uint32_t, 2> words;
  lattice.stream().download(largest.memory(), std::as_writable_bytes(std::span(words)));
  return lattice.decode_sum(words[0], words[1]);
}

/// Updates the range if the field has changed; it stays when only the time slice changes.
void Renderer::Parts::look_at_range() {
  if (!look) return;
  look = false;
  if (is_complex()) return;
  pictures += kPictureTime;
  followed.see(largest_value(), waits ? pictures : now_in_seconds());
}

double Renderer::Parts::range(const Scene& scene) const {
  if (scene.range > 0) return scene.range;
  return is_complex() ? 1 : followed.value();
}

void Renderer::Parts::draw(const Scene& scene, int w, int h, bool any_size) {
  check(scene);
  if (w < 1 || h < 1 || std::size_t(w) * std::size_t(h) > (1u << 26))
    throw Error(ErrorKind::bad_value, fmt::format("a picture of {} x {} pixels is not possible", w, h),
                "give up to 8192 x 8192");
  if (field_version == 0 || !shared.draws()) return;
  // The range belongs to the field that is shown; the rest of the scene may have changed since.
  Scene now = scene;
  now.field = shown.field;
  now.flow_time = shown.flow_time;
  now.time = shown.time;
  now.map = now.field == scene.field ? scene.map : shown.map;
  shown = now;
  const Box& box = is_complex() ? *complex : *real;
  look_at_range();
  const bool both = is_signed(now.field);
  auto wanted = colour_table(map_for(now), both);
  if (wanted != table) {
    table = std::move(wanted);
    lattice.stream().upload(colours.memory(), std::as_bytes(std::span(table)));
    drawn.reset();
  }
  using kernels::March;
  const std::uint32_t flags = (is_complex() ? March::kComplex : 0) | (both ? March::kSigned : 0) |
                              (now.mode == Mode::surfaces ? March::kSurfaces : 0) |
                              (now.mode == Mode::slices ? March::kSlices : 0);
  const auto of_size = [&](int across, int down) {
    return Drawn{projection(now, space(lattice.geometry()), box.steps(), range(now), across, down), flags,
                 box_version};
  };
  set_legend(now);
  if (drawn == of_size(w, h) || (any_size && drawn == of_size(width, height))) return;
  drawn = of_size(w, h);
  const args::MarchArgs& arguments = drawn->arguments;
  const std::size_t count = std::size_t(w) * std::size_t(h);
  if (!pixels || pixels->count() < count) pixels.emplace(lattice, count);
  width = w;
  height = h;
  ++version;
  March::run({lattice, flags}, March::points(arguments.width, arguments.height), arguments, *box.shown,
             *box.bounds, colours, *pixels);
  lattice.stream().submit();
}

void Renderer::Parts::set_legend(const Scene& scene) {
  static const char* const kNames[] = {"action density",        "topological charge density",
                                       "Polyakov loop, phase",  "fermion force density",
                                       "gauge-fixing residual", "pion density, log10",
                                       "density of zero modes", "chirality of zero modes"};
  static const char* const kUnits[] = {"1/a^4", "1/a^4", "degrees", "", "", "", "1/a^4", "1/a^4"};
  const int times = whole.extent(3);
  const std::size_t n = std::size_t(scene.field);
  legend.name = kNames[n];
  legend.unit = kUnits[n];
  legend.range = legend.high = range(scene);
  legend.low = is_signed(scene.field) ? 0 - legend.high : 0;  // avoids -0 for a field of zeros
  if (is_complex()) {
    legend.low = -180;
    legend.high = 180;
  } else if (scene.field == FieldKind::pion) {
    legend.low = field.pion_top() - ScratchField::kDecades;
    legend.high = legend.low + range(scene);
  }
  legend.colours = table;
  legend.remark = field.remark();
  legend.flow = scene.flow_time > 0 ? fmt::format("flow time {:.2f} a^2", scene.flow_time) : "";
  legend.time = is_complex() ? ""
                             : fmt::format("Euclidean time {:.3g} of {}",
                                           scene.time - times * std::floor(scene.time / times), times);
  const std::string at = run.label();
  const bool chain = run.kind() == RunKind::heatbath || run.kind() == RunKind::hmc;
  legend.run = at.empty() ? "" : (chain ? "Monte Carlo time: " : "") + at;
}

Renderer::Renderer(LiveRun& run) : parts_(std::make_unique<Parts>(run)) {}
Renderer::~Renderer() = default;
void Renderer::update(const Scene& scene, const std::function<void()>& pause) {
  parts_->update(scene, pause);
}
void Renderer::draw(const Scene& scene, int width, int height, bool any_size) {
  parts_->draw(scene, width, height, any_size);
}
void Renderer::render(const Scene& scene, int width, int height) {
  update(scene);
  draw(scene, width, height);
}
gpu::Memory& Renderer::pixels() const { return parts_->pixels->memory(); }
int Renderer::width() const { return parts_->width; }
int Renderer::height() const { return parts_->height; }
std::uint64_t Renderer::version() const { return parts_->version; }
const Legend& Renderer::legend() const { return parts_->legend; }
double Renderer::total() { return parts_->field.total(parts_->shown); }
void Renderer::wait_for_range(bool on) { parts_->waits = on; }
void Renderer::refresh() {
  parts_->field.forget();
  parts_->field_version = 0;
  parts_->drawn.reset();
}

void Renderer::reset_range() {
  parts_->followed.forget();
  parts_->field_version = 0;  // forces an update of the range
}

std::vector<std::uint8_t> Renderer::download_rgb() {
  std::vector<std::uint32_t> words(parts_->pixels->count());
  parts_->lattice.stream().download(pixels(), std::as_writable_bytes(std::span(words)));
  std::vector<std::uint8_t> bytes;
  bytes.reserve(std::size_t(width()) * std::size_t(height()) * 3);
  for (std::size_t n = 0; n < std::size_t(width()) * std::size_t(height()); ++n)
    for (int shift : {0, 8, 16}) bytes.push_back(std::uint8_t(words[n] >> shift));
  return bytes;
}

}  // namespace glueball::view
