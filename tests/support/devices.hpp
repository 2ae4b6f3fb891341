// These functions open every device of this machine, once per process with validation on, and go through
// every layout of a lattice on it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "field/device_lattice.hpp"

namespace glueball::test {

/// All devices of all APIs that were built in. Fails the running case when one of these APIs has none: a test
/// that finds no device has tested nothing.
const std::vector<std::unique_ptr<gpu::Device>>& devices();

/// True under tools/test --slow, where time does not matter: CPU drivers take seconds to compile a large
/// kernel.
bool everything();

/// True if this device runs the test's variant of this number, counted from 0. Every GPU runs each variant.
/// CPU drivers take turns, because they share one compiler, which takes most of the time; under tools/test
/// --slow all of them run it. A test with a single variant must not use this: it has to run on both APIs.
bool has_turn(const gpu::DeviceInfo& device, int variant);
inline bool has_turn(const gpu::Device& device, int variant) { return has_turn(device.info(), variant); }

/// Which choices `for_each_lattice` runs through; a choice that is not run through is the device's preferred
/// one. Of CPU drivers, unless under tools/test --slow, one choice at a time is another than that; where all
/// are preferred, in single precision, they run on every device, and else where they have their turn
/// (has_turn).
struct Sweep {
  bool storage = true;       ///< buffer, texel, image
  bool reconstruct = false;  ///< 12 and 18 reals a link, and 8 in the preferred storage
  bool accumulator = false;  ///< double (where the device has it) and two floats
  bool in_double = false;  ///< double precision too, where the device has it: in the preferred storage alone,
                           ///< in every one under tools/test --slow
  bool in_half = false;    ///< half precision too, likewise, in both formats
  bool split = false;      ///< links in a range for each direction too, of kernels that have the axis
  bool threads_per_site = false;  ///< one, two and, in single precision, four invocations a site in hops, the
                                  ///< latter with fused sums, in the preferred storage
  int turn = -1;  ///< from 0 on: preferred choices have turns too, as variants from this one on: where
                  ///< another lattice, boundary or mass has been before
};

/// Calls `test` for every device, and after each checks that validation layers and debug contexts had nothing
/// to say.
void for_each_device(const std::function<void(gpu::Device&)>& test);
/// The same for every device where this variant has its turn.
void for_each_device(int variant, const std::function<void(gpu::Device&)>& test);

/// Calls `test` for every device and choice, with the same check.
void for_each_lattice(const Geometry& geometry, const Sweep& sweep,
                      const std::function<void(const DeviceLattice&)>& test);

/// Returns a text like "vulkan:0 texel single 12 f64 threads per site 1".
std::string describe(const DeviceLattice& lattice);

}  // namespace glueball::test
