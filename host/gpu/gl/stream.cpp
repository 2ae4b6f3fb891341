#include "gpu/gl/stream.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/error.hpp"
#include "gpu/gl/errors.hpp"
#include "gpu/gl/memory.hpp"
#include "gpu/gl/pipeline.hpp"
#include "gpu/spin.hpp"

namespace glueball::gpu::opengl {
namespace {

constexpr std::size_t kArgumentSegmentBytes = 256 << 10;
constexpr int kArgumentSegments = 4;
/// Finished queries and fences are collected after so many, for runs that never wait.
constexpr std::size_t kMostPending = 256;

constexpr GLbitfield kTextureBarriers = GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT;

std::size_t uniform_alignment() {
  GLint alignment = 0;
  glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
  return std::size_t(std::max(alignment, 16));
}

}  // namespace

GlStream::Resources::Resources(bool software)
    : arguments(kArgumentSegmentBytes, kArgumentSegments, GL_MAP_WRITE_BIT),
      readback(kReadbackSlots * kReadbackBytes, 1, GL_MAP_READ_BIT),
      readback_piece(readback.take(kReadbackSlots * kReadbackBytes, 1)),
      timer(software) {}

GlStream::GlStream(std::shared_ptr<Context> context, const DeviceInfo& info)
    : Stream(info.limits), context_(std::move(context)), info_(info) {
  context_->make_current();
  argument_alignment_ = uniform_alignment();
  resources_ = std::make_unique<Resources>(info.type == DeviceType::software);
}

GlStream::~GlStream() {
  if (!context_->try_current()) (void)resources_.release();  // a dead context destroys its objects
}

void GlStream::put_arguments(std::span<const std::byte> arguments) {
  // std140 rounds a block up to 16 bytes, and drivers check the bound range against that.
  const std::size_t bytes = (arguments.size() + 15) / 16 * 16;
  if (bytes > kArgumentSegmentBytes) throw Error(ErrorKind::device, "kernel arguments of more than 256 KiB");
  const Ring::Piece piece = resources_->arguments.take(bytes, argument_alignment_);
  std::memcpy(piece.data, arguments.data(), arguments.size());
  glBindBufferRange(GL_UNIFORM_BUFFER, 0, resources_->arguments.buffer(), GLintptr(piece.offset),
                    GLsizeiptr(bytes));
}

void GlStream::do_dispatch(Pipeline& pipeline, std::span<const Binding> bindings,
                           std::span<const std::byte> arguments, const GroupGrid& groups,
                           const IndirectGroups* indirect) {
  if (arguments.size() < pipeline.info.argument_bytes)
    throw Error(ErrorKind::device,
                "kernel " + pipeline.kernel + " reads " + std::to_string(pipeline.info.argument_bytes) +
                    " bytes of arguments, " + std::to_string(arguments.size()) + " were given",
                "this is a fault of the caller");
  context_->make_current();
  if (const GLuint program = static_cast<GlPipeline&>(pipeline).program(); program != program_) {
    glUseProgram(program);
    program_ = program;
  }
  if (!textures_ && std::any_of(pipeline.info.bindings.begin(), pipeline.info.bindings.end(),
                                [](const auto& b) { return b.kind != ResourceKind::storage_buffer; })) {
    textures_ = true;
    glMemoryBarrier(kTextureBarriers);  // covers earlier dispatches, which did not include texture barriers
  }
  bindings_.bind(pipeline, bindings);
  if (!arguments.empty()) put_arguments(arguments);
  if (profiling_) resources_->timer.begin(pipeline);
  if (indirect) {
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, static_cast<GlMemory*>(indirect->memory)->buffer());
    glDispatchComputeIndirect(GLintptr(indirect->offset));
  } else {
    glDispatchCompute(groups.columns, groups.rows, 1);
  }
  if (profiling_) resources_->timer.end();
  recorded_ = true;
}

void GlStream::do_barrier(const BarrierScope& scope) {
  context_->make_current();
  GLbitfield seen = GL_SHADER_STORAGE_BARRIER_BIT;
  if (textures_) seen |= kTextureBarriers;
  if (scope.before_transfers)
    seen |= GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT;
  if (scope.before_indirect) seen |= GL_COMMAND_BARRIER_BIT;
  glMemoryBarrier(seen);
}

Ticket GlStream::submit() {
  if (!recorded_) return last_;
  context_->make_current();
  auto& submissions = resources_->submissions;
  submissions.push_back({++last_, Fence()});
  glFlush();
  recorded_ = false;
  if (submissions.size() > kMostPending)
    while (!submissions.empty() && submissions.front().fence.done()) submissions.pop_front();
  if (resources_->timer.pending() > kMostPending) resources_->timer.collect(times_);
  return last_;
}

void GlStream::wait(Ticket ticket) {
  auto& submissions = resources_->submissions;
  context_->make_current();
  // A later fence includes the earlier ones.
  while (submissions.size() > 1 && submissions[1].ticket <= ticket) submissions.pop_front();
  if (!submissions.empty() && submissions.front().ticket <= ticket) {
    const Fence& fence = submissions.front().fence;
    if (!spin(info_.type, [&] { return fence.done(); })) fence.wait();
    submissions.pop_front();
  }
  check_errors("the work so far");
}

bool GlStream::done(Ticket ticket) {
  auto& submissions = resources_->submissions;
  context_->make_current();
  while (!submissions.empty() && submissions.front().ticket <= ticket) {
    if (!submissions.front().fence.done()) return false;
    submissions.pop_front();
  }
  return true;
}

void GlStream::do_upload(Memory& target, std::span<const std::byte> data) {
  context_->make_current();
  resources_->transfer.upload(static_cast<GlMemory&>(target), data);
  recorded_ = true;
}

void GlStream::do_download(const Memory& source, std::span<std::byte> data) {
  context_->make_current();
  submit();
  resources_->transfer.download(static_cast<const GlMemory&>(source), data);
  check_errors("the work before a download");
}

void GlStream::do_copy(const Memory& from, Memory& to, std::span<const CopiedPiece> pieces) {
  context_->make_current();
  for (const CopiedPiece& p : pieces)
    glCopyNamedBufferSubData(static_cast<const GlMemory&>(from).buffer(), static_cast<GlMemory&>(to).buffer(),
                             GLintptr(p.from), GLintptr(p.to), GLsizeiptr(p.bytes));
  recorded_ = true;
}

void GlStream::do_readback(const Memory& source, std::size_t offset, std::size_t bytes, std::size_t slot) {
  context_->make_current();
  glCopyNamedBufferSubData(
      static_cast<const GlMemory&>(source).buffer(), resources_->readback.buffer(), GLintptr(offset),
      GLintptr(resources_->readback_piece.offset + slot * kReadbackBytes), GLsizeiptr(bytes));
  recorded_ = true;
}

const std::byte* GlStream::readback_slot(std::size_t slot) const {
  return resources_->readback_piece.data + slot * kReadbackBytes;
}

void GlStream::profile(bool on) { profiling_ = on && info_.limits.timestamp_ns > 0; }

void GlStream::collect_times() {
  context_->make_current();
  resources_->timer.collect(times_);
}

}  // namespace glueball::gpu::opengl
