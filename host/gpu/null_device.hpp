// A device that allocates and records, but computes nothing.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/device.hpp"

namespace glueball::gpu {

/// Thrown if an algorithm would wait for ever: a solver asks repeatedly for convergence, which this device
/// never computes.
struct NoAnswer {};

/// A shader that was asked for, by the name of its module.
struct AskedShader {
  std::string_view name;
  Specialization constants;
};

/// Is told the work of a NullDevice in its order, for example to write it down for a browser.
class WorkLog {
 public:
  virtual ~WorkLog() = default;
  /// `info` describes the shader, which finds bindings[i] in slot i.
  virtual void launch(const AskedShader& shader, const spirv::ModuleInfo& info,
                      std::span<const Binding> bindings, std::span<const std::byte> arguments,
                      std::uint32_t groups) = 0;
  virtual void copy(const Memory& from, const Memory& to, std::span<const CopiedPiece> pieces) = 0;
  virtual void upload(const Memory& to, std::span<const std::byte> data) = 0;
  virtual void read(const Memory& from, std::size_t offset, std::size_t bytes) = 0;
};

/// Replaces a device of the same limits, to find an algorithm's need of memory: peak() is what it would
/// allocate on the device. Kernels do nothing. A download returns the last upload, or zeros; a readback
/// returns zeros. open_device() never returns a NullDevice.
class NullDevice final : public Device {
 public:
  explicit NullDevice(const DeviceInfo& like);
  ~NullDevice() override;

  std::shared_ptr<Memory> allocate(const MemoryShape& shape) override;
  Stream& stream() override;
  std::size_t staging() const override { return 0; }

  /// Returns the size of the largest buffer so far, in bytes.
  std::size_t largest() const { return largest_; }
  /// Returns the shaders that were asked for, each once, in order. The algorithm asks a real device for the
  /// same.
  const std::vector<AskedShader>& asked() const { return asked_; }
  /// Tells a log, which must live until another replaces it, all work from now on; null ends this.
  void tell(WorkLog* log) { log_ = log; }

 private:
  std::unique_ptr<Pipeline> build(const ShaderBlob&, const spirv::ModuleInfo&,
                                  const Specialization&) override;

  class NullStream;
  std::unique_ptr<NullStream> stream_;
  std::size_t largest_ = 0;
  std::vector<AskedShader> asked_;
  WorkLog* log_ = nullptr;
};

}  // namespace glueball::gpu
