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

struct NullPipeline final : Pipeline {
  AskedShader shader;
};

}  // namespace

/// A stream that only copies to and from the host.
class NullDevice::NullStream final : public Stream {
 public:
  explicit NullStream(const NullDevice& device) : Stream(device.info_.limits), device_(device) {}
  Ticket submit() override { return ++submitted_; }
  void wait(Ticket) override {}
  bool done(Ticket) override { return true; }
  void profile(bool) override {}

 private:
  void do_barrier(const BarrierScope&) override {}
  void do_dispatch(Pipeline& pipeline, std::span<const Binding> bindings,
                   std::span<const std::byte> arguments, const GroupGrid& groups,
                   const IndirectGroups*) override {
    if (device_.log_)
      device_.log_->launch(static_cast<NullPipeline&>(pipeline).shader, pipeline.info, bindings, arguments,
                           groups.count());
  }
  void do_upload(Memory& target, std::span<const std::byte> data) override {
    static_cast<NullMemory&>(target).put(data);
    if (device_.log_) device_.log_->upload(target, data);
  }
  void do_download(const Memory& source, std::span<std::byte> data) override {
    static_cast<const NullMemory&>(source).get(data);
    if (device_.log_) device_.log_->read(source, 0, data.size());
  }
  void do_copy(const Memory& from, Memory& to, std::span<const CopiedPiece> pieces) override {
    if (device_.log_) device_.log_->copy(from, to, pieces);
  }
  void do_readback(const Memory& source, std::size_t offset, std::size_t bytes, std::size_t) override {
    if (device_.log_) device_.log_->read(source, offset, bytes);
    constexpr int kMost = 1000;  // real work reads a few sums
    if (++readbacks_ > kMost) throw NoAnswer();
  }
  const std::byte* readback_slot(std::size_t) const override { return zeros_.data(); }
  void collect_times() override {}

  const NullDevice& device_;
  std::array<std::byte, kReadbackBytes> zeros_{};
  Ticket submitted_ = 0;
  int readbacks_ = 0;
};

NullDevice::NullDevice(const DeviceInfo& like) : Device({}), stream_(std::make_unique<NullStream>(*this)) {
  info_ = like;
}
NullDevice::~NullDevice() = default;

Stream& NullDevice::stream() { return *stream_; }

std::shared_ptr<Memory> NullDevice::allocate(const MemoryShape& shape) {
  if (!shape.is_image()) largest_ = std::max(largest_, shape.bytes);
  return std::make_shared<NullMemory>(shape, allocated_);
}

std::unique_ptr<Pipeline> NullDevice::build(const ShaderBlob& blob, const spirv::ModuleInfo&,
                                            const Specialization& constants) {
  asked_.push_back({blob.name, constants});
  auto pipeline = std::make_unique<NullPipeline>();
  pipeline->shader = asked_.back();
  return pipeline;
}

}  // namespace glueball::gpu
