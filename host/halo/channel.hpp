// The way to one neighbour and back.
//
// An exchange takes these steps, the same at both ends: kernels write what the neighbour is to get to
// `outgoing`; `begin_send` queues what the device does for it, and all that is closed (gpu::Stream); `start`
// and `send` bring it on its way, while the device does what was submitted after that; the two hosts exchange
// the messages that `send` returned; and `arrived` has what the neighbour sent, for kernels.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "comm/transport.hpp"
#include "field/field.hpp"

namespace glueball {

class Channel {
 public:
  virtual ~Channel() = default;
  virtual Transport transport() const = 0;

  virtual BoundMemory& outgoing() = 0;
  /// Copies that need not be waited for, of so many bytes. Those of all neighbours are queued before any is
  /// waited for.
  virtual void begin_send(std::size_t /*bytes*/) {}
  /// Copies that are not the device's to queue. They begin once it has done what was submitted by then; those
  /// of all neighbours, too, before any is waited for.
  virtual void start(std::size_t /*bytes*/, gpu::Ticket /*submitted*/) {}
  /// Waits until the neighbour could have it. Returns what the host is to send.
  virtual std::span<const std::byte> send(std::size_t bytes, gpu::Ticket submitted) = 0;
  /// Where the neighbour's host has its message put, of the same size.
  virtual std::span<std::byte> reply(std::size_t bytes) = 0;
  virtual BoundMemory& arrived(std::size_t bytes) = 0;
};

}  // namespace glueball
