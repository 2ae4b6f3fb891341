// Work for a device: dispatches with derived barriers, submissions, timestamps, readback.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/group_grid.hpp"
#include "gpu/info.hpp"
#include "gpu/memory.hpp"
#include "gpu/pipeline_statistics.hpp"
#include "gpu/spirv.hpp"
#include "gpu/timeline.hpp"

namespace glueball::gpu {

/// A specialised shader, ready to run; made and kept by Device::pipeline.
class Pipeline {
 public:
  virtual ~Pipeline() = default;
  std::string kernel;  ///< "gauge/plaquette"
  SpirvInfo info;
  std::uint32_t group_size = 0;  ///< invocations per workgroup
  DriverFigures figures;         ///< where they are wanted and the driver tells
  /// Of its workgroups, so many have been seen to make progress together (solvers/meeting.hpp): 0, none.
  std::optional<std::uint32_t> together;
  bool folded = false;  ///< may be launched in several rows of workgroups (gpu/group_grid.hpp)
};

struct Binding {
  Memory* memory = nullptr;
  Access access{};
  /// Whether it uses nothing of the memory that dispatches since the last barrier have used: then it does not
  /// wait for them on that account.
  bool apart = false;
};

/// Of a buffer, in bytes.
struct CopiedPiece {
  std::size_t from, to, bytes;
};

/// Where an indirect dispatch reads its three group counts: a buffer of uint32 and an offset in bytes.
struct IndirectGroups {
  Memory* memory;
  std::size_t offset;
};

/// What a barrier stands between, beside dispatches on both sides. Each costs time on a GPU: an H200 takes
/// 3 us to look at group counts again.
struct BarrierScope {
  bool after_transfers = false;   ///< copies were recorded since the last one
  bool before_transfers = false;  ///< a copy is next
  bool before_indirect = false;   ///< group counts were written since the last one
};

/// What the device spent on one kernel.
struct KernelTime {
  std::uint64_t calls = 0;
  double seconds = 0;
};

/// A fence: `wait` returns when everything submitted before it is done.
using Ticket = std::uint64_t;

/// An ordered queue of work. Dispatches are recorded, `submit` sends them off. The stream remembers which
/// memory was read and written since the last barrier, and puts a barrier where a dispatch needs one only.
class Stream {
 public:
  /// For a device with these limits, which outlive the stream.
  explicit Stream(const Limits& limits) : limits_(limits) {}
  virtual ~Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Binds bindings[i] to slot i, or nothing where it has no memory, and runs `groups` workgroups: in several
  /// rows, which hold some more than that, where the device launches fewer in one. Throws Error(device) with
  /// the limit where the pipeline is not made for that.
  void dispatch(Pipeline& pipeline, std::span<const Binding> bindings, std::span<const std::byte> arguments,
                std::uint32_t groups);
  /// The same with group counts that an earlier dispatch, or an upload, has written.
  void dispatch(Pipeline& pipeline, std::span<const Binding> bindings, std::span<const std::byte> arguments,
                const IndirectGroups& groups);

  /// Sends what was recorded; returns at once.
  virtual Ticket submit() = 0;
  /// Ends a part of what is recorded, which is done under a ticket of its own and sent with what follows, or
  /// when something asks for a ticket: two parts of one submission follow each other at once on a GPU, two
  /// submissions by 10 to 30 us.
  virtual Ticket close() { return submit(); }
  /// Blocks until `ticket` is done. Throws Error(device) if the device was lost.
  virtual void wait(Ticket ticket) = 0;
  virtual bool done(Ticket ticket) = 0;
  void finish() { wait(submit()); }

  // Between streams, where Device::make_timeline gives a timeline and Device::copies a stream; elsewhere they
  // throw std::logic_error.
  /// Raises the timeline to `value` once all that was given to the stream is done. Submits it.
  virtual Ticket raise(Timeline& timeline, std::uint64_t value);
  /// What is given to the stream from now on waits until the timeline has come to `value`. That may be raised
  /// later, but by nobody who waits for this.
  virtual void await(Timeline& timeline, std::uint64_t value);
  /// The same until another stream of this device has done what was submitted there under `ticket`.
  virtual void await(Stream& other, Ticket ticket);

  /// Copies host memory into the beginning of `target`, in order with the dispatches. The source may be
  /// reused at once. Images are copied whole, here and below.
  void upload(Memory& target, std::span<const std::byte> data);
  /// Submits, waits and copies out.
  void download(const Memory& source, std::span<std::byte> data);

  /// Copies pieces of one buffer to another, in order with the dispatches; they overlap nowhere. `apart`: nor
  /// do they overlap what has been copied to `to` since the last barrier, and do not wait for that.
  void copy(const Memory& from, Memory& to, std::span<const CopiedPiece> pieces, bool apart = false);
  /// The same of `bytes` from the beginning of both.
  void copy(const Memory& from, Memory& to, std::size_t bytes) {
    const CopiedPiece whole[] = {{0, 0, bytes}};
    copy(from, to, whole);
  }

  /// Asynchronous readback: records a copy of `bytes` at `offset` of a buffer into mapped memory, to be read
  /// by `readback_data` once the ticket of the submission that holds it is done. Slots are a small ring: a
  /// handle is good until kReadbackSlots further calls.
  int readback(const Memory& source, std::size_t offset, std::size_t bytes);
  /// Throws Error(device) for a handle that is good no longer, or not yet.
  std::span<const std::byte> readback_data(int handle) const;
  static constexpr int kReadbackSlots = 64;
  static constexpr std::size_t kReadbackBytes = 4096;

  /// Timestamps around every dispatch from now on (off at first).
  virtual void profile(bool on) = 0;
  /// Seconds and calls by kernel name since the last `clear_times`; waits for the work recorded so far.
  const std::map<std::string, KernelTime>& times();
  void clear_times();

  /// Barriers put so far, for tests.
  std::uint64_t barriers() const { return barriers_; }

 protected:
  virtual void do_barrier(const BarrierScope& scope) = 0;
  virtual void do_dispatch(Pipeline&, std::span<const Binding>, std::span<const std::byte> arguments,
                           const GroupGrid& groups, const IndirectGroups* indirect) = 0;
  virtual void do_upload(Memory&, std::span<const std::byte>) = 0;
  virtual void do_download(const Memory&, std::span<std::byte>) = 0;
  virtual void do_copy(const Memory& from, Memory& to, std::span<const CopiedPiece> pieces) = 0;
  /// Copies to a slot of kReadbackBytes, of which there are kReadbackSlots.
  virtual void do_readback(const Memory&, std::size_t offset, std::size_t bytes, std::size_t slot) = 0;
  virtual const std::byte* readback_slot(std::size_t slot) const = 0;
  /// Moves finished timestamps into times_.
  virtual void collect_times() = 0;

  std::map<std::string, KernelTime> times_;

 private:
  /// A use since the last barrier. They are few, and looked through one by one: a table of them took the host
  /// two fifths of the time that it spends on an iteration of CG.
  struct Pending {
    std::uint64_t memory;  ///< its id
    bool written;
  };
  static constexpr std::size_t kMostUses = 64;  ///< with more there is a barrier anyway
  void order(const Memory* memory, bool writes, bool apart = false);
  void order(std::span<const Binding> bindings) {
    for (const auto& b : bindings) order(b.memory, b.access != Access::in, b.apart);
  }
  /// The barrier that the uses noted so far ask for, if any.
  void flush_barrier(bool before_transfer);
  /// The rows that so many workgroups are launched in.
  GroupGrid grid(const Pipeline& pipeline, std::uint32_t groups) const;
  /// Orders a copy from or to the memory.
  void order_transfer(const Memory& memory, bool writes, bool apart = false);

  const Limits& limits_;
  std::vector<Pending> pending_;
  bool hazard_ = false;
  bool transfers_ = false;       ///< since the last barrier
  bool unseen_ = false;          ///< dispatches since the last barrier that reached transfers
  bool groups_written_ = false;  ///< group counts, since the last barrier
  std::uint64_t barriers_ = 0;
  std::array<std::size_t, kReadbackSlots> readback_bytes_{};  ///< by slot
  std::uint32_t readbacks_ = 0;                               ///< the next handle
};

}  // namespace glueball::gpu
