// A device under one API: Vulkan or OpenGL. Only these classes of the module know those in gl/ and vk/.
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
#include "gpu/pipeline_store.hpp"
#include "gpu/shader.hpp"
#include "gpu/stream.hpp"
#include "gpu/timeline.hpp"

namespace glueball::gpu {

struct OpenOptions {
  /// Enables Vulkan validation layers or an OpenGL debug context. Every message is counted (Device::messages)
  /// and passed to `log`.
  bool validate = false;
  /// Receives messages; may be empty.
  Log log = {};
  /// Ask drivers for statistics of each kernel (Device::take_statistics). Vulkan drivers with
  /// VK_KHR_pipeline_executable_properties have them. Some compile more slowly with it.
  bool statistics = false;
  /// The device must reach a window (gpu/presenter.hpp). Under OpenGL its context has a hidden window, under
  /// Vulkan it can present.
  bool window = false;
  /// Copies of other APIs or other queues must overlap with its work; a device with neighbours needs this.
  /// NVIDIA's devices under Vulkan then use a queue without graphics. Single launches over many links
  /// (heatbath, 48^4) take 9 percent longer there on an H100, hops do not.
  bool among_others = false;
  /// Keeps compiled pipelines between runs; null: they are compiled anew.
  std::shared_ptr<PipelineStore> pipelines = {};
  /// Specialised modules to share with other devices; null: the device has its own, kept in `pipelines`.
  std::shared_ptr<ModuleCache> modules = {};
};

/// Returns the preferred storage of a device. Measurements favour storage buffers on GPUs and texel buffers
/// on Mesa's CPU drivers.
Storage preferred_storage(const DeviceInfo& device);

class Device {
 public:
  virtual ~Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const DeviceInfo& info() const { return info_; }

  /// Allocates memory. Throws Error(device) that says how much was asked for if it does not fit.
  virtual std::shared_ptr<Memory> allocate(const MemoryShape& shape) = 0;
  /// Makes a buffer in the host's own memory, which other processes may share. The memory must be mapped
  /// until the buffer is gone, and begin and end at multiples of DeviceInfo::host_alignment. Null if the
  /// driver refuses. The buffer may still be other memory, which only a trial shows.
  virtual std::shared_ptr<Memory> import_host(std::span<std::byte> /*memory*/) { return {}; }
  /// Makes a buffer over an allocation of so many bytes that another API made on this device. Takes over its
  /// descriptor. Null if the driver refuses; the buffer needs a trial too.
  virtual std::shared_ptr<Memory> import_descriptor(int descriptor, std::size_t bytes);
  /// Return the bytes now allocated through this device, and the largest number since it was opened or
  /// `forget_peak` was called.
  std::size_t allocated() const { return allocated_.now; }
  std::size_t peak() const { return allocated_.peak; }
  void forget_peak() { allocated_.peak = allocated_.now; }
  /// Returns the bytes of the mapped memory for uploads, downloads, readbacks and arguments, which
  /// allocated() does not count. They are the host's if the device has memory of its own.
  virtual std::size_t staging() const = 0;

  /// Returns the pipeline of a kernel's variant with constants; built at the first call, then kept.
  Pipeline& pipeline(std::string_view kernel, const Variant& variant, const Specialization& constants);

  /// Returns the device's stream of kernels.
  virtual Stream& stream() = 0;
  /// Returns one of two more streams, 0 and 1, which copy buffers while the device works. They wait only for
  /// streams and timelines named by `await`. Null if the device has no queues for them, or was opened without
  /// `among_others`.
  virtual Stream* copies(int /*lane*/) { return nullptr; }
  /// Makes a timeline at 0 that other processes may import; null if drivers do not allow it.
  virtual std::shared_ptr<Timeline> make_timeline() { return {}; }
  /// Imports the timeline of another process, perhaps of another device. Takes over its descriptor. Null if
  /// the driver refuses. The result may be no such timeline, which only a trial shows.
  virtual std::shared_ptr<Timeline> import_timeline(int descriptor);

  /// Return the preferred storage and accumulator of this device.
  Storage preferred_storage() const { return gpu::preferred_storage(info_); }
  Accumulator preferred_accumulator() const {
    return info_.limits.float64 ? Accumulator::float64 : Accumulator::two_float;
  }

  /// Returns the number of validation and debug messages so far; 0 unless there are faults.
  int messages() const { return messages_.counted(); }
  /// Returns statistics of the pipelines made since the last call; empty without OpenOptions::statistics.
  std::vector<PipelineStatistics> take_statistics() { return std::exchange(statistics_, {}); }
  /// Returns the seconds that the driver spent on making pipelines.
  double pipeline_seconds() const { return pipeline_seconds_; }

 protected:
  explicit Device(const OpenOptions& options)
      : messages_(options.log),
        modules_(options.modules ? options.modules : std::make_shared<ModuleCache>(options.pipelines)),
        statistics_wanted_(options.statistics) {}
  /// The destructor of a back end calls this while its driver objects still exist.
  void clear_pipelines() { pipelines_.clear(); }
  virtual std::unique_ptr<Pipeline> build(const ShaderBlob& blob, const spirv::ModuleInfo& info,
                                          const Specialization& constants) = 0;

  DeviceInfo info_;
  ByteCount allocated_;
  Messages messages_;
  std::shared_ptr<ModuleCache> modules_;

 private:
  friend void replace_shader(Device& device, std::string_view blob, std::vector<std::uint32_t> words);

  bool statistics_wanted_;
  std::vector<PipelineStatistics> statistics_;
  /// replaced shaders, by the blob's name
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> replaced_;
  std::map<std::string, std::unique_ptr<Pipeline>, std::less<>> pipelines_;
  double pipeline_seconds_ = 0;
};

/// Returns every device of every API built in; an API whose loader or driver is missing has none. Throws
/// Error(bad_value) for invalid GLUEBALL_LIMITS (gpu/limit_override.hpp), and nothing else.
std::vector<DeviceInfo> devices();

/// Opens "auto", "vulkan", "vulkan:N", "opengl" or "opengl:N". `auto` prefers a discrete GPU, then an
/// integrated one, then software, and Vulkan to OpenGL if both reach the same device. Throws Error(bad_value)
/// for a name of another form, Error(device) if there is no such device.
std::unique_ptr<Device> open_device(std::string_view name, const OpenOptions& options = {});

/// Returns true for an API's driver error that no caller has converted to an Error.
bool is_driver_error(const std::system_error& error);

/// Throws Error(bad_value) for a name of a form that open_device does not accept.
void check_device_name(std::string_view name);

/// Returns the id that `auto` stands for; empty if there is no device.
std::string default_device(const std::vector<DeviceInfo>& devices);

namespace vulkan {
bool is_driver_error(const std::system_error& error);
std::vector<DeviceInfo> devices();
std::unique_ptr<Device> open(int index, const OpenOptions& options);
}  // namespace vulkan
namespace opengl {
std::vector<DeviceInfo> devices();
std::unique_ptr<Device> open(int index, const OpenOptions& options);
/// Releases the context that is current in this thread; a device makes its own current again when it needs
/// it. Call this before other code makes a context, such as a window of the viewer. X ends a program that
/// makes a GLX context current while one of EGL is.
void release_current() noexcept;
}  // namespace opengl

}  // namespace glueball::gpu
