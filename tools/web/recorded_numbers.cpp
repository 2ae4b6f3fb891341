#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <vector>

#include "kernels/heatbath.hpp"
#include "kernels/view.hpp"
#include "recorded_work.hpp"

namespace glueball::web {
namespace {

using nlohmann::json;

std::vector<std::byte> of_hex(const std::string& text) {
  std::vector<std::byte> bytes(text.size() / 2);
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    unsigned value = 0;
    std::from_chars(&text[2 * n], &text[2 * n] + 2, value, 16);
    bytes[n] = std::byte(value);
  }
  return bytes;
}

/// Replays the work of a lattice.
class Replay {
 public:
  Replay(const json& work, const json& lattice, gpu::Device& device)
      : shaders_(work["shaders"]), settable_(work["settable"]), lattice_(lattice), device_(device) {
    for (const auto& bytes : lattice["memories"]) {
      memories_.push_back(device.allocate({.bytes = bytes.get<std::size_t>()}));
      device.stream().upload(*memories_.back(), std::vector<std::byte>(memories_.back()->bytes()));
    }
  }

  /// Uploads the first two rows of each link (DeviceLattice: three planes a link).
  void load(const Configuration& u) {
    const Geometry& g = u.geometry();
    for (const Parity parity : kParities) {
      std::vector<float> numbers(g.half_volume() * 48);
      for (std::size_t site = 0; site < g.half_volume(); ++site)
        for (std::size_t mu = 0; mu < 4; ++mu)
          for (std::size_t k = 0; k < 12; ++k) {
            const Complex z = u.link(g.half_site(parity, site), int(mu)).e[k / 6][k / 2 % 3];
            numbers[((mu * 3 + k / 4) * g.half_volume() + site) * 4 + k % 4] =
                float(k % 2 == 0 ? z.real() : z.imag());
          }
      const auto to = lattice_["links"][std::size_t(parity)].get<std::size_t>();
      device_.stream().upload(*memories_[to], std::as_bytes(std::span(numbers)));
    }
  }

  /// Plays a part; `after` is called with the kernel and the memories that each launch has written.
  template <class After>
  void play(const json& part, const json& set, After after) {
    for (const json& w : part) {
      if (w.contains("upload")) device_.stream().upload(memory(w["upload"]), of_hex(w["data"]));
      if (!w.contains("shader")) continue;
      const json& shader = shaders_[w["shader"].get<std::size_t>()];
      const auto kernel = shader["kernel"].get<std::string>();
      spirv::Specialization constants;
      for (const auto& source : {shader["constants"], w["constants"]})
        for (const auto& [id, value] : source.items()) constants[std::uint32_t(std::stoul(id))] = value;
      auto arguments = of_hex(w["arguments"]);
      if (set.contains(kernel))
        for (const auto& [name, value] : set[kernel].items()) {
          const json& place = settable_[kernel][name];
          const std::uint32_t word = place[1] ? std::bit_cast<std::uint32_t>(value.template get<float>())
                                              : value.template get<std::uint32_t>();
          std::memcpy(&arguments[4 * place[0].get<std::size_t>()], &word, 4);
        }
      auto& pipeline = device_.pipeline(kernel, {.accumulator = gpu::Accumulator::two_float}, constants);
      std::array<gpu::Binding, 8> bindings{};
      std::vector<std::size_t> written;
      for (const auto& b : pipeline.info.bindings)
        if (const auto slot = std::to_string(b.slot); w["bindings"].contains(slot)) {
          bindings[b.slot] = {&memory(w["bindings"][slot]), b.access};
          if (b.access != spirv::Access::in) written.push_back(w["bindings"][slot]);
        }
      device_.stream().dispatch(pipeline, bindings, arguments, w["groups"].get<std::uint32_t>());
      after(kernel, w["shader"].get<std::size_t>(), written);
    }
  }

  std::vector<std::uint32_t> words(std::size_t number) {
    std::vector<std::uint32_t> all(memories_[number]->bytes() / 4);
    device_.stream().download(*memories_[number], std::as_writable_bytes(std::span(all)));
    return all;
  }

 private:
  gpu::Memory& memory(const json& number) { return *memories_[number.get<std::size_t>()]; }

  const json &shaders_, &settable_, &lattice_;
  gpu::Device& device_;
  std::vector<std::shared_ptr<gpu::Memory>> memories_;
};

/// Returns the weighted sum of what a kernel wrote, and the sum of magnitudes. web/glueball.js has the same
/// formula. Pictures are bytes, all else floats.
std::array<double, 2> weighted_sums(const std::vector<std::uint32_t>& words, bool bytes) {
  double sum = 0, size = 0;
  for (std::size_t n = 0; n < words.size(); ++n) {
    const double value = bytes ? double((words[n] & 255) + (words[n] >> 8 & 255) + (words[n] >> 16 & 255))
                               : double(std::bit_cast<float>(words[n]));
    sum += value * (0.5 + double(std::uint32_t(n) * 2654435761u) / 4294967296.0);
    size += std::abs(value);
  }
  return {sum, size};
}

/// Returns the arguments of the page's self-test, and the order of its parts.
json self_test() {
  const auto march = [](double range) {
    return json{{std::string(kernels::March::name), {{"width", 96}, {"height", 96}, {"range", range}}}};
  };
  json steps = json::array();
  const auto add = [&](std::vector<std::string> path, json set = json::object()) {
    steps.push_back({{"part", path}, {"set", std::move(set)}});
  };
  add({"heatbath"}, {{std::string(kernels::Heatbath::name), {{"c0", 4.0}, {"seed_low", 7}, {"step", 1}}}});
  add({"overrelax"});
  add({"measure"});
  add({"flow begin"});
  for (const char* parity : {"0", "1"}) add({"flow", parity});
  const std::map<std::string, double> ranges{{"charge", 0.01}, {"action", 1.0}, {"polyakov", 0.5}};
  for (const auto& [field, range] : ranges) {
    for (const char* part : {"colours", "even"}) add({field, part});
    add({field, "points", "even"});
    add({field, "range"});
    if (field == "charge") add({"total"});
    for (const char* mode : {"surfaces", "volume"}) add({field, mode}, march(range));
  }
  return steps;
}

const json& at_path(const json& parts, const json& path) {
  const json* part = &parts;
  for (const auto& name : path)
    part =
        part->is_array() ? &(*part)[std::stoul(name.get<std::string>())] : &(*part)[name.get<std::string>()];
  return *part;
}

}  // namespace

json recorded_numbers(const json& work, gpu::Device& device, const Configuration& first) {
  const json& lattice = work["lattices"][0];
  const json& parts = lattice["parts"];
  Replay replay(work, lattice, device);
  const auto nothing = [](const std::string&, std::size_t, const std::vector<std::size_t>&) {};

  replay.load(Configuration(first.geometry()));
  json steps = self_test();
  for (json& step : steps) {
    json results = json::array();
    replay.play(at_path(parts, step["part"]), step["set"],
                [&](const std::string& kernel, std::size_t, const std::vector<std::size_t>& written) {
                  for (const std::size_t memory : written) {
                    const auto sums = weighted_sums(replay.words(memory), kernel == kernels::March::name);
                    results.push_back(sums);
                  }
                });
    step["results"] = results;
  }

  replay.load(first);
  replay.play(parts["flow begin"], {}, nothing);
  for (int n = 0; n < 10; ++n) replay.play(parts["flow"][std::size_t(n % 2)], {}, nothing);
  replay.play(parts["charge"]["even"], {}, nothing);
  // The third component of a density is the charge.
  std::vector<float> densities;
  float largest = 0;
  for (const auto& memory : lattice["densities"]) {
    const auto words = replay.words(memory);
    for (std::size_t n = 2; n < words.size(); n += 4) densities.push_back(std::bit_cast<float>(words[n]));
  }
  for (const float d : densities) largest = std::max(largest, std::abs(d));
  std::string text;
  for (const float d : densities)
    text += fmt::format("{:02x}", unsigned(std::lround(127 * d / largest) & 255));
  return {{"self_test", steps}, {"first", {{"largest", largest}, {"densities", text}}}};
}

}  // namespace glueball::web
