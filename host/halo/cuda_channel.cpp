#include "halo/cuda_channel.hpp"

#include <unistd.h>

#include "base/error.hpp"

namespace glueball {

CudaChannel::CudaChannel(const DeviceLattice& lattice, std::shared_ptr<Cuda> cuda, std::size_t capacity,
                         int lane)
    : lattice_(lattice), cuda_(std::move(cuda)), lane_(lane) {
  const std::size_t unit = cuda_->granularity(), bytes = (capacity + unit - 1) / unit * unit;
  outgoing_ = make(bytes);
  for (auto& place : arrived_)
    if (outgoing_) place = make(bytes);
}

std::unique_ptr<CudaChannel::Ours> CudaChannel::make(std::size_t bytes) const {
  auto memory = cuda_->allocate(bytes);
  if (!memory) return nullptr;
  const int descriptor = cuda_->descriptor(*memory);
  if (descriptor < 0) return nullptr;
  auto imported = lattice_.device().import_descriptor(descriptor, bytes);
  if (!imported) return nullptr;
  return std::make_unique<Ours>(Ours{std::move(*memory), BoundMemory(std::move(imported))});
}

ChannelOffer CudaChannel::offer() const {
  return {.there = arrived_[1] ? 1u : 0u, .memory = {}, .post = post_.name()};
}

void CudaChannel::hand_over(const ChannelOffer& theirs) {
  std::vector<int> descriptors;
  for (const auto& place : arrived_)
    if (const int descriptor = cuda_->descriptor(place->memory); descriptor >= 0)
      descriptors.push_back(descriptor);
  post_.send(theirs.post, descriptors);
  for (const int descriptor : descriptors) close(descriptor);
}

bool CudaChannel::open(const ChannelOffer&) {
  const std::vector<int> descriptors = post_.receive();
  bool all = descriptors.size() == 2;
  for (std::size_t n = 0; n < descriptors.size(); ++n) {
    if (all) {
      if (auto memory = cuda_->import(descriptors[n], outgoing_->memory.bytes()))
        theirs_[n].emplace(std::move(*memory));
      all = theirs_[n].has_value();
    }
    close(descriptors[n]);
  }
  return all;
}

void CudaChannel::start(std::size_t bytes, gpu::Ticket submitted) {
  lattice_.stream().wait(submitted);
  if (!cuda_->copy(lane_, theirs_[sending()]->pointer(), outgoing_->memory.pointer(), bytes))
    throw Error(ErrorKind::device, "the driver refused to copy to a neighbour's GPU",
                "use <transport shared>, and report it with the driver's version");
}

std::span<const std::byte> CudaChannel::send(std::size_t, gpu::Ticket) {
  if (!cuda_->wait(lane_))
    throw Error(ErrorKind::device, "a copy to a neighbour's GPU failed",
                "use <transport shared>, and report it with the driver's version");
  return sent_one_more();
}

BoundMemory& CudaChannel::arrived(std::size_t) { return *arrived_[arriving()]->bound; }

}  // namespace glueball
