// A program outside of the tree that uses the installed library.
#include <cstdio>

#include "gpu/device.hpp"
#include "reference/plaquette.hpp"

int main() {
  const glueball::Configuration cold(glueball::Geometry({4, 4, 4, 4}));
  std::printf("plaquette %g, %zu devices\n", glueball::reference::plaquette(cold).average(),
              glueball::gpu::devices().size());
}
