#include "recorded_work.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <type_traits>
#include <vector>

#include "gpu/null_device.hpp"
#include "kernels/flow.hpp"
#include "kernels/heatbath.hpp"
#include "kernels/linalg.hpp"
#include "kernels/view.hpp"
#include "spirv/specialize.hpp"
#include "spirv/wgsl.hpp"
#include "view/expected_plaquette.hpp"
#include "view/live_run.hpp"
#include "view/renderer.hpp"

namespace glueball::web {
namespace {

using nlohmann::json;

/// The lattices that the page offers.
constexpr std::array<Site, 5> kLattices{
    {{8, 8, 8, 8}, {12, 12, 12, 12}, {16, 16, 16, 16}, {12, 12, 12, 4}, {16, 16, 16, 4}}};
constexpr double kFlowStep = 0.1;
constexpr int kPictureExtent = 1024;  ///< the page's pictures have at most as many pixels as this square

/// A GPU with the limits that every browser with WebGPU grants.
gpu::DeviceInfo browser() {
  gpu::DeviceInfo info;
  info.name = "WebGPU";
  info.type = gpu::DeviceType::integrated;
  info.limits.storage_range_bytes = std::uint64_t(128) << 20;
  info.limits.groups = {65535, 65535, 65535};
  info.limits.group_invocations = 256;
  info.limits.shared_bytes = 16384;
  info.limits.storage_blocks = 8;
  return info;
}

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte b : bytes) text += fmt::format("{:02x}", unsigned(b));
  return text;
}

/// All shaders of the page, each once.
class Shaders {
 public:
  struct Found {
    std::size_t number;
    spirv::Specialization open;  ///< the constants that the shader still has
  };
  Found find(const gpu::AskedShader& asked, const spirv::ModuleInfo& info) {
    spirv::Specialization closed;
    json constants = json::object(), read_only = json::object();
    for (const std::uint32_t id : info.specialization_ids)
      if (const auto given = asked.constants.find(id);
          given != asked.constants.end() && !spirv::is_open(id)) {
        closed.insert(*given);
        constants[std::to_string(id)] = given->second;
      }
    const auto [place, is_new] =
        numbers_.try_emplace(std::string(asked.name) + constants.dump(), all_.size());
    if (is_new) {
      const auto module = spirv::for_webgpu(spirv::specialized(gpu::named_shader(asked.name).words, closed));
      for (const auto& b : info.bindings) read_only[std::to_string(b.slot)] = b.access == spirv::Access::in;
      all_.push_back({{"kernel", asked.name.substr(0, asked.name.find('.'))},
                      {"constants", constants},
                      {"read_only", read_only},
                      {"arguments", info.argument_bytes},
                      {"code", module.code}});
      overrides_.push_back(module.overrides);
    }
    Found found{place->second, {}};
    for (const std::uint32_t id : overrides_[found.number])
      if (const auto given = asked.constants.find(id); given != asked.constants.end())
        found.open.insert(*given);
    return found;
  }
  const json& all() const { return all_; }
  std::string kernel_of(const json& work) const {
    return work.contains("shader") ? all_[work["shader"].get<std::size_t>()]["kernel"].get<std::string>()
                                   : "";
  }

 private:
  std::map<std::string, std::size_t> numbers_;
  json all_ = json::array();
  std::vector<std::vector<std::uint32_t>> overrides_;
};

/// Writes down the work of one lattice.
class Recorder : public gpu::WorkLog {
 public:
  Recorder(gpu::NullDevice& device, Shaders& shaders) : device_(device), shaders_(shaders) {}

  template <class Work>
  json of(Work work) {
    work_ = json::array();
    device_.tell(this);
    work();
    device_.tell(nullptr);
    return std::move(work_);
  }
  std::size_t number(const gpu::Memory& memory) {
    const auto [place, is_new] = numbers_.try_emplace(memory.id(), bytes_.size());
    if (is_new) bytes_.push_back(memory.bytes());
    return place->second;
  }
  const std::vector<std::size_t>& bytes() const { return bytes_; }

 private:
  void launch(const gpu::AskedShader& shader, const spirv::ModuleInfo& info,
              std::span<const gpu::Binding> bindings, std::span<const std::byte> arguments,
              std::uint32_t groups) override {
    const Shaders::Found found = shaders_.find(shader, info);
    json constants = json::object(), bound = json::object();
    for (const auto& [id, value] : found.open) constants[std::to_string(id)] = value;
    for (const auto& b : info.bindings)
      if (b.slot < bindings.size() && bindings[b.slot].memory != nullptr)
        bound[std::to_string(b.slot)] = number(*bindings[b.slot].memory);
    work_.push_back({{"shader", found.number},
                     {"constants", constants},
                     {"bindings", bound},
                     {"arguments", hex(arguments)},
                     {"groups", groups}});
  }
  void copy(const gpu::Memory& from, const gpu::Memory& to,
            std::span<const gpu::CopiedPiece> pieces) override {
    for (const auto& p : pieces)
      work_.push_back({{"copy", {number(from), p.from, number(to), p.to, p.bytes}}});
  }
  void upload(const gpu::Memory& to, std::span<const std::byte> data) override {
    work_.push_back({{"upload", number(to)}, {"data", hex(data)}});
  }
  void read(const gpu::Memory& from, std::size_t offset, std::size_t bytes) override {
    work_.push_back({{"read", {number(from), offset, bytes}}});
  }

  gpu::NullDevice& device_;
  Shaders& shaders_;
  json work_;
  std::map<std::uint64_t, std::size_t> numbers_;
  std::vector<std::size_t> bytes_;
};

json recorded(const Site& extents, Shaders& shaders) {
  gpu::NullDevice device(browser());
  LatticeOptions options = preferred_options(device);
  options.storage = gpu::Storage::buffer;
  const auto run = view::make_live_run(device, options, view::RunKind::heatbath, {.overrelaxation = 1},
                                       Configuration(Geometry(extents)));
  view::Renderer renderer(*run);
  renderer.wait_for_range(true);  // pictures need the field of all times
  Recorder recorder(device, shaders);
  json parts;
  const auto taken = [&](const json& work, const std::function<bool(const std::string&)>& is_wanted) {
    json some = json::array();
    for (const json& w : work)
      if (is_wanted(shaders.kernel_of(w))) some.push_back(w);
    return some;
  };
  const auto is = [](std::string_view name) {
    return [=](const std::string& kernel) { return kernel == name; };
  };

  const json sweep = recorder.of([&] { run->step(); });
  parts["heatbath"] = taken(sweep, is(kernels::Heatbath::name));
  parts["overrelax"] = taken(sweep, is(kernels::Overrelax::name));
  parts["measure"] = taken(sweep, [](const std::string& kernel) {
    return kernel != kernels::Heatbath::name && kernel != kernels::Overrelax::name;
  });

  view::Scene scene;
  scene.flow_step = kFlowStep;
  const auto update = [&](view::FieldKind field, double flow_time) {
    scene.field = field;
    scene.flow_time = flow_time;
    return recorder.of([&] { renderer.update(scene); });
  };
  const auto is_flow = [](const std::string& kernel) {
    return kernel == kernels::Copy::name || kernel.starts_with("flow/");
  };
  const auto is_field = [&](const std::string& kernel) {
    return !is_flow(kernel) && !kernel.starts_with("view/");
  };
  for (const auto field : {view::FieldKind::charge, view::FieldKind::action, view::FieldKind::polyakov}) {
    renderer.refresh();
    // The links after an odd and an even number of steps are in different buffers.
    const json odd = update(field, kFlowStep), even = update(field, 2 * kFlowStep);
    renderer.refresh();
    const json unflowed = update(field, 0);
    if (field == view::FieldKind::charge) {
      parts["flow begin"] = taken(odd, is(kernels::Copy::name));
      parts["flow"] = {taken(odd, is(kernels::FlowStep::name)), taken(even, is(kernels::FlowStep::name))};
      parts["total"] = recorder.of([&] { renderer.total(); });
    }
    json& picture = parts[std::string(view::to_string(field))];
    // Polyakov loops have new memory each time, from which their points are made.
    for (const auto& [name, work] : {std::pair{"unflowed", &unflowed}, {"odd", &odd}, {"even", &even}}) {
      picture[name] = taken(*work, is_field);
      picture["points"][name] =
          taken(*work, [](const std::string& kernel) { return kernel.starts_with("view/"); });
    }
    for (const auto mode : {view::Mode::surfaces, view::Mode::volume}) {
      scene.mode = mode;
      renderer.refresh();
      renderer.update(scene);
      const json drawn = recorder.of([&] { renderer.draw(scene, kPictureExtent, kPictureExtent); });
      picture[std::string(view::to_string(mode))] = taken(drawn, is(kernels::March::name));
      if (mode != view::Mode::surfaces) continue;
      picture["range"] = json::array();
      for (const json& w : drawn)
        if (w.contains("upload"))
          picture["colours"] = {w};
        else if (shaders.kernel_of(w) != kernels::March::name)
          picture["range"].push_back(w);
      picture["pixels"] = drawn.back()["bindings"]["3"];
    }
  }
  json links, densities;
  for (const Parity parity : kParities) links.push_back(recorder.number(run->links()[parity].memory()));
  for (const char* slot : {"0", "1"})
    densities.push_back(parts["charge"]["points"]["even"][0]["bindings"][slot]);
  return {{"extents", extents},
          {"links", links},
          {"densities", densities},
          {"parts", parts},
          {"memories", recorder.bytes()}};
}

/// Arguments that the page sets: the word of each, and true for a float.
json settable_arguments() {
  json all;
#define GLUEBALL_WORD(Struct, member)                                                          \
  {                                                                                            \
#member, { offsetof(Struct, member) / 4, std::is_same_v<decltype(Struct::member), float> } \
  }
  using Heatbath = args::HeatbathArgs<float>;
  all[std::string(kernels::Heatbath::name)] = {GLUEBALL_WORD(Heatbath, c0), GLUEBALL_WORD(Heatbath, seed_low),
                                               GLUEBALL_WORD(Heatbath, step)};
  using args::VolumeArgs;
  all[std::string(kernels::ShowDensity::name)] = {
      GLUEBALL_WORD(VolumeArgs, first), GLUEBALL_WORD(VolumeArgs, second),
      GLUEBALL_WORD(VolumeArgs, first_weight), GLUEBALL_WORD(VolumeArgs, second_weight)};
  using args::MarchArgs;
  all[std::string(kernels::March::name)] = {
      GLUEBALL_WORD(MarchArgs, width),      GLUEBALL_WORD(MarchArgs, height),
      GLUEBALL_WORD(MarchArgs, background), GLUEBALL_WORD(MarchArgs, box),
      GLUEBALL_WORD(MarchArgs, extent_x),   GLUEBALL_WORD(MarchArgs, spacing),
      GLUEBALL_WORD(MarchArgs, eye_x),      GLUEBALL_WORD(MarchArgs, eye_y),
      GLUEBALL_WORD(MarchArgs, eye_z),      GLUEBALL_WORD(MarchArgs, right_x),
      GLUEBALL_WORD(MarchArgs, right_y),    GLUEBALL_WORD(MarchArgs, right_z),
      GLUEBALL_WORD(MarchArgs, up_x),       GLUEBALL_WORD(MarchArgs, up_y),
      GLUEBALL_WORD(MarchArgs, up_z),       GLUEBALL_WORD(MarchArgs, forward_x),
      GLUEBALL_WORD(MarchArgs, forward_y),  GLUEBALL_WORD(MarchArgs, forward_z),
      GLUEBALL_WORD(MarchArgs, range),      GLUEBALL_WORD(MarchArgs, threshold),
      GLUEBALL_WORD(MarchArgs, opacity)};
#undef GLUEBALL_WORD
  return all;
}

}  // namespace

json recorded_work() {
  Shaders shaders;
  json lattices = json::array(), expected = json::array();
  for (const Site& extents : kLattices) lattices.push_back(recorded(extents, shaders));
  for (int n = 0; n <= 240; ++n) expected.push_back(view::expected_plaquette(0.05 * n).value_or(0));
  return {{"flow_step", kFlowStep},
          {"arguments_slot", spirv::kWgslArguments},
          {"settable", settable_arguments()},
          {"expected_plaquettes", {{"step", 0.05}, {"values", expected}}},
          {"lattices", lattices},
          {"shaders", shaders.all()}};
}

}  // namespace glueball::web
