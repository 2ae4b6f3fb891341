// A device on paper: everything is allocated, nothing is computed.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/device.hpp"

namespace glueball::gpu {

/// Thrown where an algorithm would wait for ever: a solver asks again and again whether it has converged,
/// and nothing is computed that could say so.
struct NoAnswer {};

/// A shader that a device was asked for, by the name of its module.
struct AskedShader {
  std::string_view name;
  Specialization constants;
};

/// Stands in for a device of the same limits, to find out how much memory an algorithm takes: run on this
/// one, it leaves in peak() what it would allocate there. Kernels do nothing. A download gives back what
/// was uploaded last, or zeros; a readback gives zeros. open_device() never returns one.
class PaperDevice final : public Device {
 public:
  explicit PaperDevice(const DeviceInfo& like);
  ~PaperDevice() override;

  std::shared_ptr<Memory> allocate(const MemoryShape& shape) override;
  Stream& stream() override;
  std::size_t staging() const override { return 0; }

  /// The largest buffer so far, in bytes.
  std::size_t largest() const { return largest_; }
  /// Each once, in the order in which they were asked for: what the algorithm will ask of a device, too.
  const std::vector<AskedShader>& asked() const { return asked_; }

 private:
  std::unique_ptr<Pipeline> build(const ShaderBlob&, const SpirvInfo&, const Specialization&) override;

  class Ledger;
  std::unique_ptr<Ledger> ledger_;
  std::size_t largest_ = 0;
  std::vector<AskedShader> asked_;
};

}  // namespace glueball::gpu
