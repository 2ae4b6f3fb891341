// A device under one API: Vulkan or OpenGL. The only classes of this room that know which are in gl/ and vk/.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "gpu/info.hpp"
#include "gpu/memory.hpp"
#include "gpu/messages.hpp"
#include "gpu/module_cache.hpp"
#include "gpu/pipeline_statistics.hpp"
#include "gpu/pipeline_store.hpp"
#include "gpu/shader.hpp"
#include "gpu/stream.hpp"
#include "gpu/timeline.hpp"

namespace glueball::gpu {

struct OpenOptions {
  /// Vulkan validation layers, OpenGL debug context. Any message is counted (Device::messages) and told to
  /// `log`.
  bool validate = false;
  /// Nobody is told where it is empty.
  Log log = {};
  /// Drivers are asked what became of each kernel (Device::take_statistics): Vulkan's with
  /// VK_KHR_pipeline_executable_properties tell. Some compile more slowly with it.
  bool statistics = false;
  /// The device is to reach a window (gpu/presenter.hpp): under OpenGL its context has one, hidden, under
  /// Vulkan it can show.
  bool window = false;
  /// Copies that other APIs make, or other queues, are to go on beside its work, not between: a device with
  /// neighbours. NVIDIA's, under Vulkan, then work in a queue without graphics; single launches of many links
  /// (heatbath, 48^4) take an H100 9 percent longer there, hops do not.
  bool among_others = false;
  /// Where compiled pipelines are kept between runs; none: they are compiled anew.
  std::shared_ptr<PipelineStore> pipelines = {};
  /// Specialised modules to share with other devices; none: the device has its own, kept in `pipelines`.
  std::shared_ptr<ModuleCache> modules = {};
};

/// The storage that suits a device (measured: storage buffers on GPUs, texel buffers on Mesa's CPU drivers).
Storage preferred_storage(const DeviceInfo& device);

class Device {
 public:
  virtual ~Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const DeviceInfo& info() const { return info_; }

  /// Throws Error(device) that says how much was asked for when it does not fit.
  virtual std::shared_ptr<Memory> allocate(const MemoryShape& shape) = 0;
  /// A buffer in the host's own memory, which other processes may share. It must be mapped until the buffer
  /// is gone, and begin and end at multiples of DeviceInfo::host_alignment. Null where the driver refuses;
  /// what it gives may even so be other memory, which only a try shows.
  virtual std::shared_ptr<Memory> import_host(std::span<std::byte> /*memory*/) { return {}; }
  /// A buffer over an allocation of so many bytes that another API made on this device and that a descriptor
  /// stands for, which this takes over. Null where the driver refuses; likewise.
  virtual std::shared_ptr<Memory> import_descriptor(int descriptor, std::size_t bytes);
  /// Bytes now allocated through this device, and the most that were at once since it was opened or
  /// `forget_peak` was called.
  std::size_t allocated() const { return allocated_.now; }
  std::size_t peak() const { return allocated_.peak; }
  void forget_peak() { allocated_.peak = allocated_.now; }
  /// Bytes of the mapped memory that uploads, downloads, readbacks and arguments go through, which
  /// allocated() does not count. Where the device has memory of its own, they are the host's.
  virtual std::size_t staging() const = 0;

  /// The pipeline of a kernel's variant with constants; built at the first call, then kept.
  Pipeline& pipeline(std::string_view kernel, const Variant& variant, const Specialization& constants);

  /// The device's stream of kernels.
  virtual Stream& stream() = 0;
  /// Two more streams, 0 and 1, which copy buffers while the device works and wait for nobody but whom they
  /// are told to; null where it has no queues for them, or was not opened among others.
  virtual Stream* copies(int /*lane*/) { return nullptr; }
  /// A timeline at 0 that other processes may import; null where drivers do not let them.
  virtual std::shared_ptr<Timeline> make_timeline() { return {}; }
  /// That of another process, perhaps of another device, from its descriptor, which this takes over. Null
  /// where the driver refuses; and what it gives may be no such timeline, which only a try shows.
  virtual std::shared_ptr<Timeline> import_timeline(int descriptor);

  /// Storage and accumulator that suit this device.
  Storage preferred_storage() const { return gpu::preferred_storage(info_); }
  Accumulator preferred_accumulator() const {
    return info_.limits.float64 ? Accumulator::float64 : Accumulator::two_float;
  }

  /// Validation and debug messages so far; 0 unless something is wrong.
  int messages() const { return messages_.counted(); }
  /// Pipelines made since the last call; none of a device that was opened without OpenOptions::statistics.
  std::vector<PipelineStatistics> take_statistics() { return std::exchange(statistics_, {}); }
  /// Seconds spent in the driver making pipelines.
  double pipeline_seconds() const { return pipeline_seconds_; }

 protected:
  explicit Device(const OpenOptions& options)
      : messages_(options.log),
        modules_(options.modules ? options.modules : std::make_shared<ModuleCache>(options.pipelines)),
        statistics_wanted_(options.statistics) {}
  /// To be called by the destructor of a back end, while its driver objects still live.
  void clear_pipelines() { pipelines_.clear(); }
  virtual std::unique_ptr<Pipeline> build(const ShaderBlob& blob, const SpirvInfo& info,
                                          const Specialization& constants) = 0;

  DeviceInfo info_;
  ByteCount allocated_;
  Messages messages_;
  std::shared_ptr<ModuleCache> modules_;

 private:
  friend void replace_shader(Device& device, std::string_view blob, std::vector<std::uint32_t> words);

  bool statistics_wanted_;
  std::vector<PipelineStatistics> statistics_;
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> replaced_;  ///< shaders, by the blob's name
  std::map<std::string, std::unique_ptr<Pipeline>, std::less<>> pipelines_;
  double pipeline_seconds_ = 0;
};

/// Every device of every API built in: an API whose loader or driver is missing has none. Throws
/// Error(bad_value) for GLUEBALL_LIMITS that make no sense (gpu/limit_override.hpp), and nothing else.
std::vector<DeviceInfo> devices();

/// Opens "auto", "vulkan", "vulkan:N", "opengl" or "opengl:N". `auto` takes a discrete GPU, then an
/// integrated one, then software, and Vulkan before OpenGL where both reach the same device. Throws
/// Error(bad_value) for a name of another form, Error(device) when there is no such device.
std::unique_ptr<Device> open_device(std::string_view name, const OpenOptions& options = {});

/// True for an error of an API's driver that nobody nearer to it has put into words.
bool is_driver_error(const std::system_error& error);

/// Throws Error(bad_value) for a name of another form than open_device takes.
void check_device_name(std::string_view name);

/// The id that `auto` stands for, empty when there is no device at all.
std::string default_device(const std::vector<DeviceInfo>& devices);

namespace vulkan {
bool is_driver_error(const std::system_error& error);
std::vector<DeviceInfo> devices();
std::unique_ptr<Device> open(int index, const OpenOptions& options);
}  // namespace vulkan
namespace opengl {
std::vector<DeviceInfo> devices();
std::unique_ptr<Device> open(int index, const OpenOptions& options);
/// Lets go of the context that is current in this thread; a device makes its own current again when it
/// needs it. To be called before other code makes a context here, such as a window of the viewer: X ends a
/// program that makes a GLX context current while one of EGL is.
void release_current() noexcept;
}  // namespace opengl

}  // namespace glueball::gpu
