// The ways that messages take from one rank's device to another's.
#pragma once

#include <string_view>

namespace glueball {

enum class Transport {
  best,      ///< to each neighbour the fastest of those that a try has shown to work
  messages,  ///< through the host and MPI: always there
  shared,    ///< through memory of the host that both processes see, which devices copy to and from
  cuda,      ///< from one NVIDIA GPU's memory to the other's
};

inline constexpr std::string_view kTransports[] = {"auto", "messages", "shared", "cuda"};
constexpr std::string_view to_string(Transport t) { return kTransports[int(t)]; }

/// The one of that name, which is among them.
inline Transport transport_named(std::string_view name) {
  int n = 0;
  while (kTransports[n] != name) ++n;
  return Transport(n);
}

}  // namespace glueball
