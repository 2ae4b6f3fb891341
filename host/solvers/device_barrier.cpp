#include "solvers/device_barrier.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.hpp"

namespace glueball {
namespace {

// These values are those of shaders/lib/device_barrier.glsl.
constexpr std::uint32_t kAllHere = 1, kGivenUp = 2, kStuck = 3;
constexpr std::size_t kBytes = 2 * sizeof(std::uint32_t);

/// Returns the largest extent L for which a persistent launch is faster on a lattice L^4. Above, launches
/// cost little beside their work. On an H200 an iteration in single precision takes 18 us instead of 50 on
/// 8^4, 30 instead of 63 on 16^4, 147 instead of 186 on 24^4, 421 instead of 443 on 32^4, and the same on
/// 40^4. Half takes 26 us on 8^4, 142 instead of 162 on 24^4, but 240 instead of 236 on 28^4. Double takes 24
/// instead of 52 on 8^4, 321 instead of 340 on 24^4, but 585 instead of 579 on 28^4. If accesses bypass the
/// caches (OpenGL, and Vulkan without its memory model) double takes 39 instead of 74 on 8^4, 71 instead of
/// 81 on 12^4, but 159 instead of 149 on 16^4 and 703 instead of 386 on 24^4.
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

/// True for Mesa's CPU drivers, which leave every loop once the loops of a thread have done 65536 iterations.
/// They would wait for less than a millisecond, and sums would be incomplete.
bool few_turns(const DeviceLattice& lattice) {
  return lattice.device().info().type == gpu::DeviceType::software;
}

}  // namespace

bool DeviceBarrier::suits(const gpu::Device& device, const Geometry& geometry, gpu::Precision precision) {
  const std::size_t l = largest_extent(device, precision);
  return device.info().type != gpu::DeviceType::software && geometry.volume() <= l * l * l * l;
}

std::optional<bool> DeviceBarrier::suits(const gpu::Device& device, const Geometry& geometry) {
  using enum gpu::Precision;
  const bool in_single = suits(device, geometry, single);
  if (suits(device, geometry, half) != in_single || suits(device, geometry, double_) != in_single) return {};
  return in_single;
}

bool DeviceBarrier::wanted(const DeviceLattice& lattice) {
  const gpu::DeviceInfo& device = lattice.device().info();
  // Global sums are added in the order of a workgroup of this size.
  constexpr std::uint32_t kScalarGroup = 1024;
  if (lattice.domain() != nullptr || !lattice.shared_sums() ||
      DeviceLattice::workgroup(lattice.device(), lattice.options()) > kScalarGroup ||
      (device.limits.group_invocations != 0 && device.limits.group_invocations < kScalarGroup) ||
      lattice.grid(Shape::hops).rows > 1)
    return false;
  return lattice.plan().persistent_cg.value_or(
      suits(lattice.device(), lattice.geometry(), lattice.precision()));
}

DeviceBarrier::DeviceBarrier(const DeviceLattice& lattice, gpu::Pipeline& pipeline)
    : lattice_(lattice),
      pipeline_(pipeline),
      words_(lattice, 1 + 2 * std::size_t(lattice.partials(Shape::hops))) {}

std::uint32_t DeviceBarrier::iterations() const {
  constexpr std::size_t kSites = std::size_t(1) << 22, kFewest = 16, kMost = 256;
  if (few_turns(lattice_)) return kFewest;
  return std::uint32_t(std::clamp(kSites / lattice_.geometry().volume(), kFewest, kMost));
}

void DeviceBarrier::open() {
  constexpr std::array<std::byte, kBytes> kNobody{};
  lattice_.stream().upload(words_.memory(), kNobody);
}

void DeviceBarrier::ask() { asked_.push_back(lattice_.stream().readback(words_.memory(), 0, kBytes)); }

std::uint32_t DeviceBarrier::verdict(int handle) const {
  std::uint32_t words[2];
  std::memcpy(words, lattice_.stream().readback_data(handle).data(), sizeof words);
  return words[1];
}

void DeviceBarrier::look() {
  if (asked_.empty()) return;
  const std::uint32_t found = verdict(asked_.front());
  asked_.pop_front();
  if (found == kGivenUp) pipeline_.resident_groups = 0;
  if (found == kStuck)
    throw Error(
        ErrorKind::device,
        lattice_.device().info().id() + ": workgroups that wait for each other at a barrier do not continue",
        "run again with <together off>, and report it with the driver's version");
}

void DeviceBarrier::find(const std::function<void(std::uint32_t)>& launch) {
  asked_.clear();  // drops a launch after the last one that was read
  if (pipeline_.resident_groups) return;
  // The fewest rounds are tried first. In each, workgroups do nearly equal numbers of the hop's workgroups.
  const std::uint32_t all = lattice_.groups(Shape::merged_workgroups);
  pipeline_.resident_groups = 0;
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
    pipeline_.resident_groups = groups;
    break;
  }
}

}  // namespace glueball
