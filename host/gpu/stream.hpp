// A queue of work for a device: dispatches with derived barriers, submissions, timestamps, readback.
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
#include <utility>
#include <vector>

#include "gpu/group_grid.hpp"
#include "gpu/info.hpp"
#include "gpu/memory.hpp"
#include "gpu/timeline.hpp"
#include "spirv/module_info.hpp"

namespace glueball::gpu {

/// Names and values as the driver words them.
using DriverFigures = std::vector<std::pair<std::string, std::string>>;

struct PipelineStatistics {
  std::string kernel;     ///< the blob's name, "gauge/plaquette.texel.f64"
  DriverFigures figures;  ///< empty if the driver reports none
};

using spirv::Access;
using spirv::ResourceKind;

/// A specialised shader, ready to run; Device::pipeline makes and keeps it.
class Pipeline {
 public:
  virtual ~Pipeline() = default;
  std::string kernel;  ///< "gauge/plaquette"
  spirv::ModuleInfo info;
  std::uint32_t group_size = 0;  ///< invocations per workgroup
  DriverFigures figures;         ///< if asked for and the driver reports them
  /// Number of its workgroups that a trial has found resident at once (solvers/device_barrier.hpp); 0: none.
  std::optional<std::uint32_t> resident_groups;
  bool folded = false;  ///< may run in several rows of workgroups (gpu/group_grid.hpp)
};

struct Binding {
  Memory* memory = nullptr;
  Access access{};
  /// True if it uses none of the memory that dispatches since the last barrier have used; it then does not
  /// wait for them.
  bool apart = false;
};

/// A piece of a buffer, in bytes.
struct CopiedPiece {
  std::size_t from, to, bytes;
};

/// The place of an indirect dispatch's three group counts: a buffer of uint32 and an offset in bytes.
struct IndirectGroups {
  Memory* memory;
  std::size_t offset;
};

/// The accesses that a barrier separates, besides dispatches on both sides. Each costs time on a GPU: an H200
/// takes 3 us to read group counts again.
struct BarrierScope {
  bool after_transfers = false;   ///< copies were recorded since the last barrier
  bool before_transfers = false;  ///< a copy is next
  bool before_indirect = false;   ///< group counts were written since the last barrier
};

/// The device time of one kernel.
struct KernelTime {
  std::uint64_t calls = 0;
  double seconds = 0;
};

/// A fence: `wait` returns when all work submitted before it is done.
using Ticket = std::uint64_t;

/// An ordered queue of work. Dispatches are recorded, and `submit` sends them to the device. The stream
/// remembers which memory was read and written since the last barrier, and adds a barrier only where a
/// dispatch needs one.
class Stream {
 public:
  /// Makes a stream for a device with these limits, which must outlive it.
  explicit Stream(const Limits& limits) : limits_(limits) {}
  virtual ~Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Binds bindings[i] to slot i, or nothing if it has no memory, and runs `groups` workgroups. If the device
  /// launches fewer in one row, there are several rows with some workgroups more. Throws Error(device) with
  /// the limit if the pipeline does not support rows.
  void dispatch(Pipeline& pipeline, std::span<const Binding> bindings, std::span<const std::byte> arguments,
                std::uint32_t groups);
  /// Runs the pipeline with group counts that an earlier dispatch or upload has written.
  void dispatch(Pipeline& pipeline, std::span<const Binding> bindings, std::span<const std::byte> arguments,
                const IndirectGroups& groups);

  /// Sends the recorded work; returns at once.
  virtual Ticket submit() = 0;
  /// Ends a part of the recorded work, which gets a ticket of its own. It is sent with later work, or when a
  /// ticket is asked for. On a GPU two parts of one submission follow each other at once, two submissions
  /// after 10 to 30 us.
  virtual Ticket close() { return submit(); }
  /// Blocks until `ticket` is done. Throws Error(device) if the device was lost.
  virtual void wait(Ticket ticket) = 0;
  virtual bool done(Ticket ticket) = 0;
  void finish() { wait(submit()); }

  // The next three functions synchronise streams. They throw std::logic_error where Device::make_timeline
  // gives no timeline and Device::copies no stream.
  /// Raises the timeline to `value` once all work of the stream is done. Submits the work.
  virtual Ticket raise(Timeline& timeline, std::uint64_t value);
  /// Makes later work of the stream wait until the timeline has reached `value`. It may be raised later, but
  /// not by work that waits for this stream.
  virtual void await(Timeline& timeline, std::uint64_t value);
  /// Makes later work wait until another stream of this device has done the work submitted under `ticket`.
  virtual void await(Stream& other, Ticket ticket);

  /// Copies host memory to the beginning of `target`, in order with the dispatches. The source may be reused
  /// at once. Images are copied whole, here and below.
  void upload(Memory& target, std::span<const std::byte> data);
  /// Submits, waits and copies to the host.
  void download(const Memory& source, std::span<std::byte> data);

  /// Copies pieces of one buffer to another, in order with the dispatches; pieces must not overlap. `apart`:
  /// they also do not overlap earlier copies to `to` since the last barrier, and do not wait for those.
  void copy(const Memory& from, Memory& to, std::span<const CopiedPiece> pieces, bool apart = false);
  /// Copies `bytes` from the beginning of one to the beginning of the other.
  void copy(const Memory& from, Memory& to, std::size_t bytes) {
    const CopiedPiece whole[] = {{0, 0, bytes}};
    copy(from, to, whole);
  }

  /// Records a copy of `bytes` at `offset` of a buffer into mapped memory. `readback_data` returns it once
  /// the ticket of its submission is done. Slots are a small ring: a handle is valid until kReadbackSlots
  /// further calls.
  int readback(const Memory& source, std::size_t offset, std::size_t bytes);
  /// Throws Error(device) for a handle that is no longer valid, or not yet.
  std::span<const std::byte> readback_data(int handle) const;
  static constexpr int kReadbackSlots = 64;
  static constexpr std::size_t kReadbackBytes = 4096;

  /// Takes timestamps around every dispatch from now on (off at first).
  virtual void profile(bool on) = 0;
  /// Returns seconds and calls by kernel name since the last `clear_times`; waits for the work recorded so
  /// far.
  const std::map<std::string, KernelTime>& times();
  void clear_times();

  /// Returns the number of barriers so far, for tests.
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
  /// A use since the last barrier. There are few, and they are searched linearly: a table of them took two
  /// fifths of the host's time for an iteration of CG.
  struct Pending {
    std::uint64_t memory;  ///< its id
    bool written;
  };
  static constexpr std::size_t kMostUses = 64;  ///< with more uses a barrier is added anyway
  void order(const Memory* memory, bool writes, bool apart = false);
  void order(std::span<const Binding> bindings) {
    for (const auto& b : bindings) order(b.memory, b.access != Access::in, b.apart);
  }
  /// Adds the barrier that the uses so far need, if any.
  void flush_barrier(bool before_transfer);
  /// Returns the rows in which so many workgroups are launched.
  GroupGrid grid(const Pipeline& pipeline, std::uint32_t groups) const;
  /// Orders a copy from or to the memory.
  void order_transfer(const Memory& memory, bool writes, bool apart = false);

  const Limits& limits_;
  std::vector<Pending> pending_;
  bool hazard_ = false;
  bool transfers_ = false;       ///< copies since the last barrier
  bool unseen_ = false;          ///< dispatches since the last barrier that reached transfers
  bool groups_written_ = false;  ///< group counts written since the last barrier
  std::uint64_t barriers_ = 0;
  std::array<std::size_t, kReadbackSlots> readback_bytes_{};  ///< by slot
  std::uint32_t readbacks_ = 0;                               ///< the next handle
};

}  // namespace glueball::gpu
