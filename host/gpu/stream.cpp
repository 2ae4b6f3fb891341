#include "gpu/stream.hpp"

#include <stdexcept>

#include "base/error.hpp"

namespace glueball::gpu {
namespace {

/// Handles count calls modulo this, a multiple of the slots.
constexpr std::uint32_t kHandles = Stream::kReadbackSlots << 20;

void require_whole_image(const Memory& memory, std::size_t bytes) {
  if (memory.shape().is_image() && bytes != memory.bytes())
    throw Error(ErrorKind::device,
                "images are copied whole: " + std::to_string(bytes) + " bytes given for " +
                    std::to_string(memory.bytes()),
                "this is a fault of the caller");
}

}  // namespace

void Stream::order(const Memory* memory, bool writes, bool apart) {
  if (!memory) return;
  if (writes && memory->shape().indirect) groups_written_ = true;
  for (Pending& p : pending_) {
    if (p.memory != memory->id()) continue;
    hazard_ = hazard_ || (!apart && (writes || p.written));
    p.written = p.written || writes;
    return;
  }
  hazard_ = hazard_ || pending_.size() >= kMostUses;
  pending_.push_back({memory->id(), writes});
}

void Stream::flush_barrier(bool before_transfer) {
  if (!hazard_) return;
  do_barrier({.after_transfers = transfers_,
              .before_transfers = before_transfer,
              .before_indirect = groups_written_});
  ++barriers_;
  hazard_ = transfers_ = groups_written_ = false;
  if (before_transfer) unseen_ = false;
  pending_.clear();
}

void Stream::order_transfer(const Memory& memory, bool writes, bool apart) {
  order(&memory, writes, apart);
  // A barrier between dispatches does not make their results visible to copies.
  if (unseen_) hazard_ = true;
  flush_barrier(true);
  order(&memory, writes);
  transfers_ = true;
}

namespace {

/// Returns the arguments; none if the optimiser has removed all of them from a variant.
std::span<const std::byte> used(const Pipeline& pipeline, std::span<const std::byte> arguments) {
  return pipeline.info.argument_bytes == 0 ? std::span<const std::byte>() : arguments;
}

}  // namespace

GroupGrid Stream::grid(const Pipeline& pipeline, std::uint32_t groups) const {
  const GroupGrid grid = gpu::folded(groups, limits_.groups[0]);
  if (grid.rows > 1 && (!pipeline.folded || (limits_.groups[1] != 0 && grid.rows > limits_.groups[1])))
    throw Error(ErrorKind::device,
                "kernel " + pipeline.kernel + " needs " + std::to_string(groups) +
                    " workgroups, the device launches " + std::to_string(limits_.groups[0]) + " at once",
                "use larger workgroups or a smaller lattice");
  return grid;
}

void Stream::dispatch(Pipeline& pipeline, std::span<const Binding> bindings,
                      std::span<const std::byte> arguments, std::uint32_t groups) {
  if (groups == 0) return;
  const GroupGrid rows = grid(pipeline, groups);
  order(bindings);
  if (hazard_) {
    flush_barrier(false);
    order(bindings);
    hazard_ = false;  // a kernel must itself order accesses to a memory that one dispatch binds twice
  }
  unseen_ = true;
  do_dispatch(pipeline, bindings, used(pipeline, arguments), rows, nullptr);
}

void Stream::dispatch(Pipeline& pipeline, std::span<const Binding> bindings,
                      std::span<const std::byte> arguments, const IndirectGroups& groups) {
  auto mark = [&] {
    order(bindings);
    order(groups.memory, false);
  };
  mark();
  if (hazard_) {
    flush_barrier(false);
    mark();
    hazard_ = false;
  }
  unseen_ = true;
  do_dispatch(pipeline, bindings, used(pipeline, arguments), {}, &groups);
}

void Stream::upload(Memory& target, std::span<const std::byte> data) {
  if (data.size() > target.bytes())
    throw Error(ErrorKind::device, "upload of more bytes than the memory holds");
  require_whole_image(target, data.size());
  order_transfer(target, true);
  do_upload(target, data);
}

void Stream::download(const Memory& source, std::span<std::byte> data) {
  if (data.size() > source.bytes())
    throw Error(ErrorKind::device, "download of more bytes than the memory holds");
  require_whole_image(source, data.size());
  order_transfer(source, false);
  do_download(source, data);
}

void Stream::copy(const Memory& from, Memory& to, std::span<const CopiedPiece> pieces, bool apart) {
  for (const CopiedPiece& p : pieces)
    if (p.from + p.bytes > from.bytes() || p.to + p.bytes > to.bytes())
      throw Error(ErrorKind::device, "copy of more bytes than the memory holds");
  order_transfer(from, false);
  order_transfer(to, true, apart);
  do_copy(from, to, pieces);
}

Ticket Stream::raise(Timeline&, std::uint64_t) { throw std::logic_error("this stream has no timelines"); }
void Stream::await(Timeline&, std::uint64_t) { throw std::logic_error("this stream has no timelines"); }
void Stream::await(Stream&, Ticket) { throw std::logic_error("this stream waits for no other"); }

int Stream::readback(const Memory& source, std::size_t offset, std::size_t bytes) {
  if (bytes > kReadbackBytes || offset + bytes > source.bytes())
    throw Error(ErrorKind::device, "readback out of bounds");
  order_transfer(source, false);
  const std::uint32_t handle = readbacks_, slot = handle % kReadbackSlots;
  do_readback(source, offset, bytes, slot);
  readback_bytes_[slot] = bytes;
  readbacks_ = (handle + 1) % kHandles;
  return int(handle);
}

std::span<const std::byte> Stream::readback_data(int handle) const {
  const std::uint32_t age = (readbacks_ + kHandles - std::uint32_t(handle)) % kHandles;
  if (handle < 0 || age == 0 || age > kReadbackSlots)
    throw Error(ErrorKind::device, "readback handle " + std::to_string(handle) + " has expired",
                "this is a fault of the caller");
  const std::size_t slot = std::size_t(handle) % kReadbackSlots;
  return {readback_slot(slot), readback_bytes_[slot]};
}

const std::map<std::string, KernelTime>& Stream::times() {
  finish();
  collect_times();
  return times_;
}

void Stream::clear_times() {
  finish();
  collect_times();
  times_.clear();
}

}  // namespace glueball::gpu
