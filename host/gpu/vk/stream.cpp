#include "gpu/vk/stream.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/parallel_memory.hpp"
#include "gpu/spin.hpp"
#include "gpu/vk/device.hpp"
#include "gpu/vk/timeline.hpp"

namespace glueball::gpu::vulkan {
namespace {

constexpr std::size_t kStagingBytes = std::size_t(16) << 20;
constexpr std::uint32_t kQueries = 4096;
// So many dispatches are submitted at once, so that the device works while the host records. A dispatch takes
// the host about 1 us, and an H200 4 us on the smallest lattices.
constexpr std::uint32_t kDispatches = 128;

using Stage = ::vk::PipelineStageFlagBits;
using Access_ = ::vk::AccessFlagBits;

}  // namespace

VulkanStream::VulkanStream(VulkanDevice& device, ::vk::Queue queue, std::uint32_t family, bool copies_only)
    : Stream(device.info().limits),
      device_(device),
      queue_(queue),
      copies_only_(copies_only),
      family_(family) {
  const ::vk::Device d = device.handle();
  const ::vk::SemaphoreTypeCreateInfo type(::vk::SemaphoreType::eTimeline, 0);
  ::vk::SemaphoreCreateInfo info;
  info.pNext = &type;
  timeline_ = d.createSemaphoreUnique(info);
  readbacks_ = HostBuffer(device, std::size_t(kReadbackSlots) * kReadbackBytes);
}

void VulkanStream::lose(const std::string& why) {
  lost_ = why;
  throw Error(ErrorKind::device, device_.info().id() + ": " + why,
              "another program or too long a kernel may have reset it; run again, with <resume> where there "
              "is a checkpoint");
}

/// Throws if the device is lost: a later call must not take the memory's content as a result.
void VulkanStream::require_there() {
  if (!lost_.empty()) lose(std::string(lost_));
}

::vk::CommandBuffer VulkanStream::commands() {
  require_there();
  if (!recording_) recording_ = begun();
  return recording_.commands;
}

VulkanStream::Recording VulkanStream::begun() {
  const ::vk::Device d = device_.handle();
  Recording made;
  if (!in_flight_.empty() && reached(in_flight_.front().ticket)) {
    made = std::move(in_flight_.front().recording);
    in_flight_.pop_front();
    d.resetCommandPool(*made.pool);
  } else {
    made.pool = d.createCommandPoolUnique({::vk::CommandPoolCreateFlagBits::eTransient, family_});
    made.commands = d.allocateCommandBuffers({*made.pool, ::vk::CommandBufferLevel::ePrimary, 1}).front();
  }
  made.commands.begin(::vk::CommandBufferBeginInfo(::vk::CommandBufferUsageFlagBits::eOneTimeSubmit));
  return made;
}

Ticket VulkanStream::submit() {
  close();
  send();
  return last_;
}

Ticket VulkanStream::close() {
  require_there();
  return recording_ || !awaited_.empty() ? close({}) : last_;
}

Ticket VulkanStream::raise(Timeline& timeline, std::uint64_t value) {
  require_there();
  close({static_cast<VulkanTimeline&>(timeline).semaphore(), value});
  send();  // others wait for it
  return last_;
}

void VulkanStream::await(const Moment& moment) {
  if (recording_) close({});  // earlier work must not wait
  awaited_.push_back(moment);
}

void VulkanStream::await(Timeline& timeline, std::uint64_t value) {
  await({static_cast<VulkanTimeline&>(timeline).semaphore(), value});
}

void VulkanStream::await(Stream& other, Ticket ticket) {
  if (ticket == 0) return;
  auto& stream = static_cast<VulkanStream&>(other);
  stream.send();
  await({*stream.timeline_, ticket});
}

Ticket VulkanStream::close(const Moment& raised) {
  if (host_reads_) {
    const ::vk::MemoryBarrier to_host(Access_::eTransferWrite, Access_::eHostRead);
    recording_.commands.pipelineBarrier(Stage::eTransfer, Stage::eHost, {}, to_host, {}, {});
    host_reads_ = false;
  }
  if (recording_) recording_.commands.end();
  closed_.push_back({std::move(recording_), ++last_, std::move(awaited_), raised});
  recording_ = {};
  awaited_.clear();
  return last_;
}

void VulkanStream::send() {
  if (closed_.empty()) return;
  recorded_dispatches_ = 0;
  /// The arrays that a SubmitInfo points to.
  struct Lists {
    std::vector<::vk::Semaphore> awaited, signalled;
    std::vector<std::uint64_t> awaited_values, signal_values;
    std::vector<::vk::PipelineStageFlags> stages;
    ::vk::TimelineSemaphoreSubmitInfo values;
  };
  std::vector<Lists> lists(closed_.size());
  std::vector<::vk::SubmitInfo> parts;
  for (std::size_t n = 0; n < closed_.size(); ++n) {
    const Batch& batch = closed_[n];
    Lists& l = lists[n];
    for (const Moment& m : batch.awaited) {
      l.awaited.push_back(m.semaphore);
      l.awaited_values.push_back(m.value);
    }
    l.stages.assign(l.awaited.size(), Stage::eAllCommands);
    l.signalled = {*timeline_};
    l.signal_values = {batch.ticket};
    if (batch.raised.semaphore) {
      l.signalled.push_back(batch.raised.semaphore);
      l.signal_values.push_back(batch.raised.value);
    }
    l.values = ::vk::TimelineSemaphoreSubmitInfo(l.awaited_values, l.signal_values);
    parts.emplace_back(std::uint32_t(l.awaited.size()), l.awaited.data(), l.stages.data(),
                       batch.recording ? 1 : 0, &batch.recording.commands, std::uint32_t(l.signalled.size()),
                       l.signalled.data(), &l.values);
  }
  try {
    queue_.submit(parts);
  } catch (const ::vk::SystemError& e) {
    lose(std::string("submission failed: ") + e.what());
  }
  for (Batch& batch : closed_)
    if (batch.recording) in_flight_.push_back(std::move(batch));
  closed_.clear();
}

void VulkanStream::wait(Ticket ticket) {
  if (ticket == 0) return;
  require_there();
  send();
  const ::vk::SemaphoreWaitInfo info({}, *timeline_, ticket);
  try {
    // Ten minutes are longer than any batch takes. The wait is minute by minute: a process that was stopped
    // for longer loses only the minute in which it was stopped.
    constexpr int kPatience = 10;
    constexpr std::uint64_t kMinute = 60'000'000'000;  // ns
    bool answered = spin(device_.info().type, [&] { return reached(ticket); });
    for (int n = 0; n < kPatience && !answered; ++n)
      answered = device_.handle().waitSemaphores(info, kMinute) == ::vk::Result::eSuccess;
    if (!answered)
      throw Error(ErrorKind::device, device_.info().id() + ": the device did not answer for ten minutes");
  } catch (const ::vk::SystemError& e) {
    lose(std::string("the device was lost: ") + e.what());
  }
  if (ticket == last_ && !recording_) staging_used_ = 0;
}

bool VulkanStream::done(Ticket ticket) {
  require_there();
  send();
  return reached(ticket);
}

bool VulkanStream::reached(Ticket ticket) {
  try {
    return device_.handle().getSemaphoreCounterValue(*timeline_) >= ticket;
  } catch (const ::vk::SystemError& e) {
    lose(std::string("the device was lost: ") + e.what());
  }
}

void VulkanStream::do_barrier(const BarrierScope& scope) {
  ::vk::PipelineStageFlags from, to;
  ::vk::AccessFlags written, seen;
  if (!copies_only_) {
    from = to = Stage::eComputeShader;
    written = Access_::eShaderWrite;
    seen = Access_::eShaderRead | Access_::eShaderWrite;
  }
  if (scope.after_transfers || copies_only_) {
    from |= Stage::eTransfer;
    written |= Access_::eTransferWrite;
  }
  if (scope.before_transfers || copies_only_) {
    to |= Stage::eTransfer;
    seen |= Access_::eTransferRead | Access_::eTransferWrite;
  }
  if (scope.before_indirect) {
    to |= Stage::eDrawIndirect;
    seen |= Access_::eIndirectCommandRead;
  }
  commands().pipelineBarrier(from, to, {}, ::vk::MemoryBarrier(written, seen), {}, {});
}

void VulkanStream::make_general(::vk::Image image, std::uint32_t layers) {
  const ::vk::ImageMemoryBarrier barrier(
      {}, Access_::eShaderRead | Access_::eShaderWrite | Access_::eTransferRead | Access_::eTransferWrite,
      ::vk::ImageLayout::eUndefined, ::vk::ImageLayout::eGeneral, VK_QUEUE_FAMILY_IGNORED,
      VK_QUEUE_FAMILY_IGNORED, image, {::vk::ImageAspectFlagBits::eColor, 0, 1, 0, layers});
  commands().pipelineBarrier(Stage::eTopOfPipe, Stage::eComputeShader | Stage::eTransfer, {}, {}, {},
                             barrier);
}

void VulkanStream::do_dispatch(Pipeline& base, std::span<const Binding> bindings,
                               std::span<const std::byte> arguments, const GroupGrid& groups,
                               const IndirectGroups* indirect) {
  auto& pipeline = static_cast<VulkanPipeline&>(base);
  if (profile_ && queries_used_ + 2 > kQueries) {
    finish();
    collect_times();
  }
  const ::vk::CommandBuffer c = commands();
  // Mesa's CPU drivers compile a kernel when its first dispatch runs, in a thread of their own. Meanwhile
  // this thread makes the next kernel.
  const bool alone = pipeline.unused() && device_.info().type == DeviceType::software;
  if (profile_) {
    if (queries_used_ == 0) c.resetQueryPool(*queries_, 0, kQueries);
    write_timestamp();
    timed_.push_back(&base);
  }
  c.bindPipeline(::vk::PipelineBindPoint::eCompute, pipeline.pipeline());
  c.bindDescriptorSets(::vk::PipelineBindPoint::eCompute, pipeline.layout(), 0, pipeline.set(bindings), {});
  if (!arguments.empty())
    c.pushConstants(pipeline.layout(), ::vk::ShaderStageFlagBits::eCompute, 0,
                    std::uint32_t(arguments.size()), arguments.data());
  if (indirect)
    c.dispatchIndirect(static_cast<VulkanMemory*>(indirect->memory)->buffer(), indirect->offset);
  else
    c.dispatch(groups.columns, groups.rows, 1);
  if (profile_) write_timestamp();
  if (++recorded_dispatches_ == kDispatches || alone) submit();
}

void VulkanStream::for_each_chunk(
    const Memory& memory, std::size_t bytes,
    const std::function<void(::vk::Buffer, const ::vk::BufferImageCopy&, const ::vk::BufferCopy&, std::size_t,
                             std::size_t)>& copy) {
  const MemoryShape& shape = memory.shape();
  // An image is copied layer by layer, a buffer in pieces of the staging memory's size.
  const std::size_t layer = std::size_t(shape.width) * shape.height * 16;
  const std::size_t piece = shape.is_image() ? layer : std::min(bytes, kStagingBytes);
  if (staging_.bytes() < std::max(piece, std::size_t(1))) {
    finish();
    staging_ = HostBuffer(device_, std::max(piece, kStagingBytes));
    staging_used_ = 0;
  }
  for (std::size_t at = 0; at < bytes; at += piece) {
    const std::size_t size = std::min(piece, bytes - at);
    if (staging_used_ + size > staging_.bytes()) finish();
    if (staging_used_ + size > staging_.bytes()) staging_used_ = 0;
    const ::vk::BufferImageCopy image(
        staging_used_, 0, 0,
        {::vk::ImageAspectFlagBits::eColor, 0, shape.is_image() ? std::uint32_t(at / piece) : 0u, 1}, {},
        {shape.width, shape.height, 1});
    copy(staging_.buffer(), image, {staging_used_, at, size}, at, size);
    staging_used_ += (size + 15) & ~std::size_t(15);
  }
}

void VulkanStream::do_upload(Memory& target, std::span<const std::byte> data) {
  auto& memory = static_cast<VulkanMemory&>(target);
  for_each_chunk(target, data.size(),
                 [&](::vk::Buffer staging, const auto& image, const auto& buffer, auto at, auto size) {
                   copy_in_parallel(staging_.data() + buffer.srcOffset, data.data() + at, size);
                   if (target.shape().is_image())
                     commands().copyBufferToImage(staging, memory.image(), ::vk::ImageLayout::eGeneral,
                                                  image);
                   else
                     commands().copyBuffer(staging, memory.buffer(), buffer);
                 });
}

void VulkanStream::do_download(const Memory& source, std::span<std::byte> data) {
  const auto& memory = static_cast<const VulkanMemory&>(source);
  for_each_chunk(source, data.size(),
                 [&](::vk::Buffer staging, const auto& image, const auto& buffer, auto at, auto size) {
                   if (source.shape().is_image())
                     commands().copyImageToBuffer(memory.image(), ::vk::ImageLayout::eGeneral, staging,
                                                  image);
                   else
                     commands().copyBuffer(memory.buffer(), staging,
                                           ::vk::BufferCopy(buffer.dstOffset, buffer.srcOffset, size));
                   host_reads_ = true;
                   const std::size_t from = buffer.srcOffset;
                   finish();
                   copy_in_parallel(data.data() + at, staging_.data() + from, size);
                 });
}

void VulkanStream::do_copy(const Memory& from, Memory& to, std::span<const CopiedPiece> pieces) {
  std::vector<::vk::BufferCopy> copies;
  for (const CopiedPiece& p : pieces) copies.emplace_back(p.from, p.to, p.bytes);
  commands().copyBuffer(static_cast<const VulkanMemory&>(from).buffer(),
                        static_cast<VulkanMemory&>(to).buffer(), copies);
  if (to.imported()) host_reads_ = true;
}

void VulkanStream::do_readback(const Memory& source, std::size_t offset, std::size_t bytes,
                               std::size_t slot) {
  commands().copyBuffer(static_cast<const VulkanMemory&>(source).buffer(), readbacks_.buffer(),
                        ::vk::BufferCopy(offset, slot * kReadbackBytes, bytes));
  host_reads_ = true;
}

const std::byte* VulkanStream::readback_slot(std::size_t slot) const {
  return readbacks_.data() + slot * kReadbackBytes;
}

void VulkanStream::profile(bool on) {
  if (on && device_.info().limits.timestamp_ns == 0) return;
  if (on && !queries_)
    queries_ = device_.handle().createQueryPoolUnique({{}, ::vk::QueryType::eTimestamp, kQueries});
  if (!on && profile_) {
    finish();
    collect_times();
  }
  profile_ = on;
}

void VulkanStream::write_timestamp() {
  // Both timestamps are at the bottom of the pipe: the difference is the time since all earlier work was
  // done.
  recording_.commands.writeTimestamp(Stage::eBottomOfPipe, *queries_, queries_used_++);
}

void VulkanStream::collect_times() {
  if (queries_used_ == 0) return;
  std::vector<std::uint64_t> ticks(queries_used_);
  const auto result =
      device_.handle().getQueryPoolResults(*queries_, 0, queries_used_, ticks.size() * 8, ticks.data(), 8,
                                           ::vk::QueryResultFlagBits::e64 | ::vk::QueryResultFlagBits::eWait);
  if (result != ::vk::Result::eSuccess)
    throw Error(ErrorKind::device, device_.info().id() + ": timestamps cannot be read");
  for (std::size_t i = 0; i < timed_.size(); ++i) {
    KernelTime& time = times_[timed_[i]->kernel];
    ++time.calls;
    time.seconds += double(ticks[2 * i + 1] - ticks[2 * i]) * device_.info().limits.timestamp_ns * 1e-9;
  }
  timed_.clear();
  queries_used_ = 0;
}

}  // namespace glueball::gpu::vulkan
