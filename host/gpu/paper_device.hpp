// A device on paper: everything is allocated, nothing is computed.
#pragma once

#include "gpu/device.hpp"

namespace glueball::gpu {

/// Thrown where work goes on until a device says otherwise: a solver asks for its state, and never has an
/// answer.
struct NoAnswer {};

/// Takes what is done with a device and counts: allocated() and peak() of what an algorithm makes say what it
/// will make on the device that this one is like. A download brings what was uploaded last, or zeros, a
/// readback zeros. Not a device that can be opened.
class PaperDevice final : public Device {
 public:
  explicit PaperDevice(const DeviceInfo& like);
  ~PaperDevice() override;

  std::shared_ptr<Memory> allocate(const MemoryShape& shape) override;
  Stream& stream() override;
  std::size_t staging() const override { return 0; }

  /// The largest buffer so far, in bytes.
  std::size_t largest() const { return largest_; }

 private:
  std::unique_ptr<Pipeline> build(const ShaderBlob&, const SpirvInfo&, const Specialization&) override;

  class Ledger;
  std::unique_ptr<Ledger> ledger_;
  std::size_t largest_ = 0;
};

}  // namespace glueball::gpu
