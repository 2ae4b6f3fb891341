// The stream of a Vulkan device: command buffers, a timeline semaphore, staging memory and timestamps.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "gpu/stream.hpp"
#include "gpu/vk/memory.hpp"
#include "gpu/vk/vulkan.hpp"

namespace glueball::gpu::vulkan {

class VulkanDevice;

class VulkanStream : public Stream {
 public:
  /// `copies_only`: its queue runs no kernels.
  VulkanStream(VulkanDevice& device, ::vk::Queue queue, std::uint32_t family, bool copies_only);

  Ticket submit() override;
  Ticket close() override;
  void wait(Ticket ticket) override;
  bool done(Ticket ticket) override;
  Ticket raise(Timeline& timeline, std::uint64_t value) override;
  void await(Timeline& timeline, std::uint64_t value) override;
  void await(Stream& other, Ticket ticket) override;
  void profile(bool on) override;

  /// Returns the bytes that the host can access.
  std::size_t staging() const { return staging_.bytes() + readbacks_.bytes(); }
  /// Moves a new image into the layout that it keeps.
  void make_general(::vk::Image image, std::uint32_t layers);

 private:
  void do_barrier(const BarrierScope& scope) override;
  void do_dispatch(Pipeline&, std::span<const Binding>, std::span<const std::byte> arguments,
                   const GroupGrid& groups, const IndirectGroups* indirect) override;
  void do_upload(Memory&, std::span<const std::byte>) override;
  void do_download(const Memory&, std::span<std::byte>) override;
  void do_copy(const Memory& from, Memory& to, std::span<const CopiedPiece> pieces) override;
  void do_readback(const Memory&, std::size_t offset, std::size_t bytes, std::size_t slot) override;
  const std::byte* readback_slot(std::size_t slot) const override;
  void collect_times() override;

  /// Records why the device is lost and throws, now and in later calls.
  [[noreturn]] void lose(const std::string& why);
  void require_there();
  /// A value of a semaphore.
  struct Moment {
    ::vk::Semaphore semaphore;
    std::uint64_t value = 0;
  };
  void await(const Moment& moment);
  /// Closes the recorded work, which may be empty.
  Ticket close(const Moment& raised);
  /// Sends the closed work.
  void send();
  /// Returns true if the work sent under the ticket is done.
  bool reached(Ticket ticket);
  ::vk::CommandBuffer commands();
  void for_each_chunk(
      const Memory& memory, std::size_t bytes,
      const std::function<void(::vk::Buffer, const ::vk::BufferImageCopy&, const ::vk::BufferCopy&,
                               std::size_t at, std::size_t size)>& copy);
  void write_timestamp();

  VulkanDevice& device_;
  ::vk::Queue queue_;
  bool copies_only_;
  std::uint32_t family_;
  ::vk::UniqueSemaphore timeline_;
  Ticket last_ = 0;              ///< ticket of the last closed work
  std::vector<Moment> awaited_;  ///< waits of the next recorded work
  std::string lost_;             ///< why the device is lost; empty if it is not
  /// A command buffer with its own pool, which is reset as a whole. With one pool for all, NVIDIA's driver
  /// took 30 us to record the first dispatch of a submission, on one machine of three; own pools were not
  /// tried there.
  struct Recording {
    ::vk::UniqueCommandPool pool;
    ::vk::CommandBuffer commands;
    explicit operator bool() const { return bool(pool); }
  };
  struct Batch {
    Recording recording;  ///< may be empty; such a batch still waits and raises
    Ticket ticket = 0;
    std::vector<Moment> awaited{};
    Moment raised{};
  };
  /// Begins a recording, a finished or a new one.
  Recording begun();
  std::vector<Batch> closed_;  ///< not sent yet
  std::deque<Batch> in_flight_;
  Recording recording_;
  std::uint32_t recorded_dispatches_ = 0;  ///< in recording_
  bool host_reads_ = false;  ///< true if the batch being recorded writes memory that the host will read

  HostBuffer staging_;
  std::size_t staging_used_ = 0;
  HostBuffer readbacks_;

  bool profile_ = false;
  ::vk::UniqueQueryPool queries_;
  std::uint32_t queries_used_ = 0;
  std::vector<const Pipeline*> timed_;  ///< the kernel between queries 2i and 2i+1
};

}  // namespace glueball::gpu::vulkan
