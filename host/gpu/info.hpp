// Properties and limits of a device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace glueball::gpu {

enum class Api { vulkan, opengl };
enum class DeviceType { discrete, integrated, software, other };
using Uuid = std::array<std::uint8_t, 16>;

/// Storage of a field's planes for kernels; see shaders/lib/field.glsl.
enum class Storage : int {
  buffer = 0,  ///< storage buffers for reading and writing
  texel = 1,  ///< texel buffers (samplerBuffer) for reading, storage buffers over the same memory for writing
  image = 2,  ///< layered 2-D textures for reading, storage images for writing
  /// As buffer, with links in one buffer for each direction: for fields beyond one range (lib/link.glsl).
  split = 3,
};

/// Number format of global sums; see shaders/lib/reduce.glsl.
enum class Accumulator : int { float64, two_float };

/// Precision of storage and arithmetic; see shaders/lib/precision.glsl.
enum class Precision : int {
  half,  ///< 16 bits (HalfFormat) with a scale for each site, arithmetic in single
  single,
  double_  ///< if the device has it
};

/// Storage of a number in half precision, as a multiple of its site's scale, or for links of one scale for
/// all; see shaders/lib/field.glsl.
enum class HalfFormat : int {
  fixed,    ///< an integer from -32767 to 32767
  floating  ///< a 16-bit float: ten times the error, faster to decode
};

/// The variant of a shader; axes that a shader does not have are ignored.
struct Variant {
  Storage storage = Storage::buffer;
  Accumulator accumulator = Accumulator::float64;
  Precision precision = Precision::single;
  bool memory_model = false;
};

constexpr std::string_view to_string(Api a) { return a == Api::vulkan ? "vulkan" : "opengl"; }
constexpr std::string_view to_string(DeviceType t) {
  constexpr std::string_view names[] = {"discrete", "integrated", "software", "other"};
  return names[int(t)];
}
constexpr std::string_view to_string(Storage s) {
  constexpr std::string_view names[] = {"buffer", "texel", "image", "split"};
  return names[int(s)];
}
constexpr std::string_view to_string(Precision p) {
  constexpr std::string_view names[] = {"half", "single", "double"};
  return names[int(p)];
}
constexpr std::string_view to_string(HalfFormat f) { return f == HalfFormat::fixed ? "fixed" : "float"; }
constexpr std::string_view to_string(Accumulator a) { return a == Accumulator::float64 ? "f64" : "ff"; }

struct Limits {
  std::uint64_t memory_bytes = 0;  ///< of the largest device-local heap; 0 if the API does not report it
  std::uint64_t storage_range_bytes = 0;  ///< largest storage buffer a kernel can bind
  std::uint64_t texel_elements = 0;       ///< largest texel buffer, in RGBA texels
  std::uint32_t image_extent = 0;         ///< largest width and height of a 2-D image
  std::uint32_t image_layers = 0;
  std::array<std::uint32_t, 3> groups{};  ///< largest dispatch, in workgroups
  std::uint32_t group_invocations = 0;
  std::uint32_t shared_bytes = 0;
  std::uint32_t storage_blocks = 0;  ///< storage buffers per compute shader
  std::uint32_t subgroup = 0;        ///< invocations per subgroup; 0: unknown
  bool float64 = false;              ///< double in shaders
  bool memory_model = false;         ///< Vulkan's memory model, for synchronisation between workgroups
  double timestamp_ns = 0;           ///< length of a tick; 0: no timestamps
};

struct DeviceInfo {
  Api api{};
  int index = 0;  ///< N of "vulkan:N" or "opengl:N"
  std::string name;
  std::string driver;  ///< name and version
  std::string api_version;
  DeviceType type = DeviceType::other;
  Uuid uuid{};           ///< equal under both APIs if the driver reports it; zero otherwise
  Uuid driver_uuid{};    ///< the same for the driver
  bool imports = false;  ///< can make buffers of memory that another API exported (gpu/exported_memory.hpp)
  /// Alignment of host memory that kernels can use (Device::import_host); 0: not possible.
  std::size_t host_alignment = 0;
  Limits limits;

  /// Returns "vulkan:0".
  std::string id() const { return std::string(to_string(api)) + ":" + std::to_string(index); }
};

}  // namespace glueball::gpu
