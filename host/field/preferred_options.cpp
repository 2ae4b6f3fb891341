#include "base/error.hpp"
#include "field/device_lattice.hpp"

namespace glueball {

LatticeOptions preferred_options(const gpu::Device& device) {
  LatticeOptions options;
  options.storage = device.preferred_storage();
  options.accumulator = device.preferred_accumulator();
  const bool gpu = device.info().type != gpu::DeviceType::software;
  options.threads_per_site = gpu ? 2 : 1;
  options.fused = gpu;
  return options;
}

LatticeOptions preferred_options(const gpu::Device& device, gpu::Precision precision,
                                 const Geometry& geometry, gpu::HalfFormat half_format) {
  LatticeOptions options = preferred_options(device);
  options.precision = precision;
  options.half_format = half_format;
  if (precision == gpu::Precision::half) options.threads_per_site = 1;
  const auto texels_fit = [&](std::size_t a_site) {
    return geometry.half_volume() * a_site <= device.info().limits.texel_elements;
  };
  constexpr std::size_t kLinkPlanes = 18;  // 18 reals a link
  // The largest number of right-hand sides, at 16 bytes a texel.
  constexpr std::size_t kDoubleTexels = 16 * 6 * 2;
  const bool integers = precision == gpu::Precision::half && half_format == gpu::HalfFormat::fixed;
  const gpu::DeviceInfo& info = device.info();
  // This driver loads doubles of storage buffers one at a time, those of texel buffers 16 bytes at a time.
  const bool doubles_one_by_one = precision == gpu::Precision::double_ && info.api == gpu::Api::opengl &&
                                  info.type != gpu::DeviceType::software;
  if ((integers && texels_fit(kLinkPlanes)) || (doubles_one_by_one && texels_fit(kDoubleTexels)))
    options.storage = gpu::Storage::texel;
  return options;
}

LatticeOptions DeviceLattice::options_in(gpu::Precision precision, gpu::HalfFormat half_format) const {
  if (options_.storage == gpu::Storage::image && precision != gpu::Precision::single)
    throw Error(ErrorKind::bad_value, "images hold single precision only", "choose buffer or texel storage");
  const LatticeOptions own = preferred_options(device_, options_.precision, geometry_, options_.half_format);
  LatticeOptions options = preferred_options(device_, precision, geometry_, half_format);
  options.domain = options_.domain;
  options.ghosts = options_.ghosts;
  options.reconstruct = options_.reconstruct;
  options.workgroup = options_.workgroup;
  options.tiles = options_.tiles;
  options.shared_sums = options_.shared_sums;
  options.site_block = options_.site_block;
  options.persistent_cg = options_.persistent_cg;
  if (options_.threads_per_site != own.threads_per_site) options.threads_per_site = options_.threads_per_site;
  if (options_.fused != own.fused) options.fused = options_.fused;
  if (options_.accumulator != own.accumulator) options.accumulator = options_.accumulator;
  return options;
}

}  // namespace glueball
