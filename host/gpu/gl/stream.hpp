// The stream of an OpenGL device.
#pragma once

#include <deque>
#include <memory>

#include "gpu/gl/bindings.hpp"
#include "gpu/gl/context.hpp"
#include "gpu/gl/fence.hpp"
#include "gpu/gl/ring.hpp"
#include "gpu/gl/timer.hpp"
#include "gpu/gl/transfer.hpp"
#include "gpu/stream.hpp"

namespace glueball::gpu::opengl {

class GlStream final : public Stream {
 public:
  /// `info` must outlive the stream.
  GlStream(std::shared_ptr<Context> context, const DeviceInfo& info);
  ~GlStream() override;

  Ticket submit() override;
  void wait(Ticket ticket) override;
  bool done(Ticket ticket) override;
  void profile(bool on) override;

  /// Returns the bytes of mapped rings.
  std::size_t staging() const {
    return resources_->arguments.bytes() + resources_->readback.bytes() + resources_->transfer.bytes();
  }

 protected:
  void do_barrier(const BarrierScope& scope) override;
  void do_dispatch(Pipeline& pipeline, std::span<const Binding> bindings,
                   std::span<const std::byte> arguments, const GroupGrid& groups,
                   const IndirectGroups* indirect) override;
  void do_upload(Memory& target, std::span<const std::byte> data) override;
  void do_download(const Memory& source, std::span<std::byte> data) override;
  void do_copy(const Memory& from, Memory& to, std::span<const CopiedPiece> pieces) override;
  void do_readback(const Memory& source, std::size_t offset, std::size_t bytes, std::size_t slot) override;
  const std::byte* readback_slot(std::size_t slot) const override;
  void collect_times() override;

 private:
  void put_arguments(std::span<const std::byte> arguments);

  struct Submission {
    Ticket ticket;
    Fence fence;
  };
  /// Objects that need the context for their deletion. The destructor makes it current first.
  struct Resources {
    explicit Resources(bool software);
    Ring arguments, readback;
    Ring::Piece readback_piece;
    Transfer transfer;
    Timer timer;
    std::deque<Submission> submissions;  ///< in order; not known to be done
  };

  std::shared_ptr<Context> context_;
  const DeviceInfo& info_;
  std::unique_ptr<Resources> resources_;
  BindingTable bindings_;
  GLuint program_ = 0;
  std::size_t argument_alignment_ = 256;
  Ticket last_ = 0;
  bool recorded_ = false;  ///< true if work was recorded since the last submission
  bool profiling_ = false;
  bool textures_ = false;  ///< true if a kernel has read a texel buffer or an image
};

}  // namespace glueball::gpu::opengl
