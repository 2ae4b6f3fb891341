// Transports of messages from one rank's device to another's.
#pragma once

#include <string_view>

namespace glueball {

enum class Transport {
  best,      ///< the fastest that a trial has shown to work, for each neighbour
  messages,  ///< through the host and MPI: always available
  shared,    ///< through memory of the host that both processes map, which devices copy to and from
  cuda,      ///< from one NVIDIA GPU's memory to the other's
};

inline constexpr std::string_view kTransports[] = {"auto", "messages", "shared", "cuda"};
constexpr std::string_view to_string(Transport t) { return kTransports[int(t)]; }

/// Returns the transport of that name, which must be one of kTransports.
inline Transport transport_named(std::string_view name) {
  int n = 0;
  while (kTransports[n] != name) ++n;
  return Transport(n);
}

}  // namespace glueball
