#include "field/field_format.hpp"

#include <string>

#include "base/error.hpp"

namespace glueball {

gpu::TexelFormat FieldFormat::texels() const {
  switch (precision) {
    case gpu::Precision::half:
      return half_format == gpu::HalfFormat::fixed ? gpu::TexelFormat::rgba16i : gpu::TexelFormat::rg32i;
    case gpu::Precision::single:
      return gpu::TexelFormat::rgba32f;
    case gpu::Precision::double_:
      break;
  }
  return gpu::TexelFormat::rgba32ui;
}

void FieldFormat::check(const gpu::DeviceInfo& device) const {
  if (reconstruct != 8 && reconstruct != 12 && reconstruct != kFarReals && reconstruct != 18)
    throw Error(ErrorKind::bad_value,
                "links are stored with 8, 12 or 18 reals, not " + std::to_string(reconstruct),
                "choose 12; long links of HISQ may have 14");
  if (storage == gpu::Storage::image && precision != gpu::Precision::single)
    throw Error(ErrorKind::bad_value, "images hold single precision only", "choose buffer or texel storage");
  if (storage == gpu::Storage::split && in_half())
    throw Error(ErrorKind::bad_value, "half precision has its links in one buffer",
                "choose buffer or texel storage");
  if (precision == gpu::Precision::double_ && !device.limits.float64)
    throw Error(ErrorKind::device, device.id() + " has no double precision", "use single");
}

}  // namespace glueball
