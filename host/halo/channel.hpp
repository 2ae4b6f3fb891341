// A channel to one neighbour and back.
//
// An exchange has these steps, the same at both ends. Kernels write the message to `outgoing`. `begin_send`
// queues the device's copies, and the stream is closed (gpu::Stream). `start` and `send` begin the transfer,
// while the device continues with later work. The two hosts exchange the messages that `send` returned.
// `arrived` then has the neighbour's message, for kernels.
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
  /// Queues copies of so many bytes that need no waiting. This is called for all neighbours before any
  /// `send`.
  virtual void begin_send(std::size_t /*bytes*/) {}
  /// Begins copies that are not in the device's queue of kernels. They start once the device has done the
  /// submitted work. This is called for all neighbours before any `send`.
  virtual void start(std::size_t /*bytes*/, gpu::Ticket /*submitted*/) {}
  /// Waits until the message is complete. Returns the bytes that the host must send.
  virtual std::span<const std::byte> send(std::size_t bytes, gpu::Ticket submitted) = 0;
  /// Returns the memory for the message of the neighbour's host, of the same size.
  virtual std::span<std::byte> reply(std::size_t bytes) = 0;
  virtual BoundMemory& arrived(std::size_t bytes) = 0;
};

}  // namespace glueball
