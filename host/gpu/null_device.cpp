#include "gpu/null_device.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace glueball::gpu {
namespace {

class NullMemory final : public Memory {
 public:
  NullMemory(const MemoryShape& shape, ByteCount& count) : Memory(shape), count_(count) {
    count_.add(bytes());
  }
  ~NullMemory() override { count_.take(bytes()); }

  void put(std::span<const std::byte> data) {
    content_.resize(bytes());
    std::copy(data.begin(), data.end(), content_.begin());
  }
  void get(std::span<std::byte> data) const {
    const std::size_t there = std::min(content_.size(), data.size());
    std::copy_n(content_.begin(), there, data.begin());
    std::fill(data.begin() + std::ptrdiff_t(there), data.end(), std::byte{});
  }

 private:
  ByteCount& count_;
  std::vector<std::byte> content_;  ///< allocated at the first upload
};

}  // namespace

/// A stream that only copies to and from the host.
class NullDevice::NullStream final : public Stream {
 public:
  explicit NullStream(const Limits& limits) : Stream(limits) {}
  Ticket submit() override { return ++submitted_; }
  void wait(Ticket) override {}
  bool done(Ticket) override { return true; }
  void profile(bool) override {}

 private:
  void do_barrier(const BarrierScope&) override {}
  void do_dispatch(Pipeline&, std::span<const Binding>, std::span<const std::byte>, const GroupGrid&,
                   const IndirectGroups*) override {}
  void do_upload(Memory& target, std::span<const std::byte> data) override {
    static_cast<NullMemory&>(target).put(data);
  }
  void do_download(const Memory& source, std::span<std::byte> data) override {
    static_cast<const NullMemory&>(source).get(data);
  }
  void do_copy(const Memory&, Memory&, std::span<const CopiedPiece>) override {}
  void do_readback(const Memory&, std::size_t, std::size_t, std::size_t) override {
    constexpr int kMost = 1000;  // real work reads a few sums
    if (++readbacks_ > kMost) throw NoAnswer();
  }
  const std::byte* readback_slot(std::size_t) const override { return zeros_.data(); }
  void collect_times() override {}

  std::array<std::byte, kReadbackBytes> zeros_{};
  Ticket submitted_ = 0;
  int readbacks_ = 0;
};

NullDevice::NullDevice(const DeviceInfo& like)
    : Device({}), stream_(std::make_unique<NullStream>(info_.limits)) {
  info_ = like;
}
NullDevice::~NullDevice() = default;

Stream& NullDevice::stream() { return *stream_; }

std::shared_ptr<Memory> NullDevice::allocate(const MemoryShape& shape) {
  if (!shape.is_image()) largest_ = std::max(largest_, shape.bytes);
  return std::make_shared<NullMemory>(shape, allocated_);
}

std::unique_ptr<Pipeline> NullDevice::build(const ShaderBlob& blob, const SpirvInfo&,
                                            const Specialization& constants) {
  asked_.push_back({blob.name, constants});
  return std::make_unique<Pipeline>();
}

}  // namespace glueball::gpu
