#include "solvers/meeting.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.hpp"

namespace glueball {
namespace {

// As shaders/lib/meeting.glsl has them.
constexpr std::uint32_t kAllHere = 1, kGivenUp = 2, kStuck = 3;
constexpr std::size_t kBytes = 2 * sizeof(std::uint32_t);

/// Of a hypercube. Beyond it launches cost little beside what they do. On an H200 an iteration in single
/// precision takes 18 us for 50 on 8^4, 30 for 63 on 16^4, 147 for 186 on 24^4, 421 for 443 on 32^4, and the
/// same on 40^4. Half takes 26 on 8^4, 142 for 162 on 24^4, but 240 for 236 on 28^4; double 24 for 52 on 8^4,
/// 321 for 340 on 24^4, but 585 for 579 on 28^4. Where each access goes past the caches (OpenGL, and Vulkan
/// without its memory model) double takes 39 for 74 on 8^4, 71 for 81 on 12^4, but 159 for 149 on 16^4 and
/// 703 for 386 on 24^4.
std::size_t largest_extent(const gpu::Device& device, gpu::Precision precision) {
  switch (precision) {
    case gpu::Precision::single:
      return 32;
    case gpu::Precision::double_:
      return device.info().limits.memory_model ? 24 : 12;
    case gpu::Precision::half:
      return 24;
  }
  return 0;
}

/// Mesa's CPU drivers leave every loop once those of an invocation have taken 65536 turns: they wait for less
/// than a millisecond, and sums would lack summands.
bool few_turns(const DeviceLattice& lattice) {
  return lattice.device().info().type == gpu::DeviceType::software;
}

}  // namespace

bool Meeting::suits(const gpu::Device& device, const Geometry& geometry, gpu::Precision precision) {
  const std::size_t l = largest_extent(device, precision);
  return device.info().type != gpu::DeviceType::software && geometry.volume() <= l * l * l * l;
}

std::optional<bool> Meeting::suits(const gpu::Device& device, const Geometry& geometry) {
  using enum gpu::Precision;
  const bool in_single = suits(device, geometry, single);
  if (suits(device, geometry, half) != in_single || suits(device, geometry, double_) != in_single) return {};
  return in_single;
}

bool Meeting::wanted(const DeviceLattice& lattice) {
  const gpu::DeviceInfo& device = lattice.device().info();
  // Global sums are added in the order of a workgroup of so many.
  constexpr std::uint32_t kScalarGroup = 1024;
  if (lattice.domain() != nullptr || !lattice.shared_sums() ||
      DeviceLattice::workgroup(lattice.device(), lattice.options()) > kScalarGroup ||
      (device.limits.group_invocations != 0 && device.limits.group_invocations < kScalarGroup) ||
      lattice.grid(Shape::hops).rows > 1)
    return false;
  return lattice.plan().together.value_or(suits(lattice.device(), lattice.geometry(), lattice.precision()));
}

Meeting::Meeting(const DeviceLattice& lattice, gpu::Pipeline& pipeline)
    : lattice_(lattice),
      pipeline_(pipeline),
      words_(lattice, 1 + 2 * std::size_t(lattice.partials(Shape::hops))) {}

std::uint32_t Meeting::iterations() const {
  constexpr std::size_t kSites = std::size_t(1) << 22, kFewest = 16, kMost = 256;
  if (few_turns(lattice_)) return kFewest;
  return std::uint32_t(std::clamp(kSites / lattice_.geometry().volume(), kFewest, kMost));
}

void Meeting::open() {
  constexpr std::array<std::byte, kBytes> kNobody{};
  lattice_.stream().upload(words_.memory(), kNobody);
}

void Meeting::ask() { asked_.push_back(lattice_.stream().readback(words_.memory(), 0, kBytes)); }

std::uint32_t Meeting::verdict(int handle) const {
  std::uint32_t words[2];
  std::memcpy(words, lattice_.stream().readback_data(handle).data(), sizeof words);
  return words[1];
}

void Meeting::look() {
  if (asked_.empty()) return;
  const std::uint32_t found = verdict(asked_.front());
  asked_.pop_front();
  if (found == kGivenUp) pipeline_.together = 0;
  if (found == kStuck)
    throw Error(ErrorKind::device,
                lattice_.device().info().id() + ": workgroups that wait for each other do not get on",
                "run again with <together off>, and report it with the driver's version");
}

void Meeting::find(const std::function<void(std::uint32_t)>& launch) {
  asked_.clear();  // of a launch behind the last that was looked at
  if (pipeline_.together) return;
  // With the fewest rounds first, in which each workgroup has as many of the hop's as the others, nearly.
  const std::uint32_t all = lattice_.groups(Shape::joined_hops);
  pipeline_.together = 0;
  for (std::uint32_t rounds = few_turns(lattice_) ? all : 1, tried = 0; rounds <= all; ++rounds) {
    const std::uint32_t groups = (all + rounds - 1) / rounds;
    if (groups == tried) continue;
    tried = groups;
    open();
    launch(groups);
    ask();
    lattice_.stream().finish();
    const std::uint32_t found = verdict(asked_.front());
    asked_.pop_front();
    if (found != kAllHere) continue;
    pipeline_.together = groups;
    break;
  }
}

}  // namespace glueball
