// A channel between two GPUs, where NVIDIA's driver copies from GPU to GPU without the host, over NVLink if
// there is one. Kernels use the same memory through Vulkan.
#pragma once

#include <memory>
#include <optional>

#include "halo/cuda.hpp"
#include "halo/direct_channel.hpp"

namespace glueball {

class CudaChannel final : public DirectChannel {
 public:
  /// `lane` is the CUDA stream of the copies.
  CudaChannel(const DeviceLattice& lattice, std::shared_ptr<Cuda> cuda, std::size_t capacity, int lane);

  ChannelOffer offer() const override;
  void hand_over(const ChannelOffer& theirs) override;
  bool open(const ChannelOffer& theirs) override;

  Transport transport() const override { return Transport::cuda; }
  BoundMemory& outgoing() override { return *outgoing_->bound; }
  void start(std::size_t bytes, gpu::Ticket submitted) override;
  std::span<const std::byte> send(std::size_t bytes, gpu::Ticket submitted) override;
  BoundMemory& arrived(std::size_t bytes) override;

 private:
  /// This GPU's memory, under both APIs.
  struct Ours {
    Cuda::Memory memory;
    std::optional<BoundMemory> bound;
  };
  std::unique_ptr<Ours> make(std::size_t bytes) const;

  const DeviceLattice& lattice_;
  std::shared_ptr<Cuda> cuda_;
  int lane_;
  DescriptorPost post_;
  std::unique_ptr<Ours> outgoing_, arrived_[2];
  std::optional<Cuda::Memory> theirs_[2];
};

}  // namespace glueball
