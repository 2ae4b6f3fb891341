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

 private:
  std::unique_ptr<Pipeline> build(const ShaderBlob&, const SpirvInfo&, const Specialization&) override;

  class NullStream;
  std::unique_ptr<NullStream> stream_;
  std::size_t largest_ = 0;
  std::vector<AskedShader> asked_;
};

}  // namespace glueball::gpu
