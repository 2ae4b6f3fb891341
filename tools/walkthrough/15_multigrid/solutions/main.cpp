// Solutions of the exercises of chapter 15.
#include <algorithm>

#include "../grids.hpp"

glueball::gpu::ShaderPack walkthrough_15_multigrid_shaders();

namespace {

using namespace glueball;
using namespace schwinger;

constexpr std::size_t kExtent = 64;
constexpr float kMass = 0.01F - 0.0670F;  // the lowest eigenvalue is the main program's

/// Iterations to 1e-5 with cycles whose P these vectors make, or without if there are none.
int iterations(gpu::Device& device, const Lattice& lattice, float mass, const Field& vectors) {
  Grids g(device, lattice, vectors);
  const Buffer b = g.buffer(random_field(lattice.volume(), 4)), x = g.buffer(lattice.volume());
  const auto cycle = [&](const Buffer& r, const Buffer& z) { g.cycle(mass, r, z); };
  return vectors.empty() ? g.solve(g.fine(), mass, b, x, 1e-5) : g.solve(g.fine(), mass, b, x, 1e-5, cycle);
}

/// The part of the residual that a cycle leaves, on average of eight: x <- x + cycle(b - A x).
double left_by_a_cycle(gpu::Device& device, const Lattice& lattice, const Field& vectors) {
  constexpr int kCycles = 8;
  Grids g(device, lattice, vectors);
  const std::size_t volume = lattice.volume();
  const Buffer b = g.buffer(random_field(volume, 4)), x = g.buffer(volume), r = g.buffer(volume),
               z = g.buffer(volume);
  const double start = g.dot(b, b);
  for (int n = 0; n <= kCycles; ++n) {
    g.residual(g.fine(), kMass, b, x, r);
    if (n == kCycles) break;
    g.cycle(kMass, r, z);
    g.add(1, z, 1, x);
  }
  return std::pow(g.dot(r, r) / start, 0.5 / kCycles);
}

bool solve(gpu::Device& device) {
  const Lattice lattice = links(kExtent, 6, 2007);
  const Field vectors = near_null_vectors(device, lattice, kMass, 4);
  Lattice turned = lattice;
  turn(turned, 77);
  const Field anew = near_null_vectors(device, turned, kMass, 4);
  const int before = iterations(device, lattice, kMass, vectors),
            after = iterations(device, turned, kMass, anew),
            stale = iterations(device, turned, kMass, vectors), alone = iterations(device, turned, kMass, {});
  bool good = chapter::agrees(1, fmt::format("new vectors {}, old ones {}, none {}", after, stale, alone),
                              std::abs(after - before) <= 1 && stale > 5 * after);

  const Field constant(lattice.volume(), 1);
  Lattice free = lattice;
  for (auto& site : free.u) site = {1, 1};
  const int of_free = iterations(device, free, 0.01F, constant),
            none_free = iterations(device, free, 0.01F, {}),
            of_rough = iterations(device, lattice, kMass, constant);
  good &=
      chapter::agrees(2, fmt::format("links 1: {} with, {} without; these: {}", of_free, none_free, of_rough),
                      3 * of_free < none_free && of_rough > 3 * of_free);

  const double left = left_by_a_cycle(device, lattice, vectors);
  good &= chapter::agrees(3, fmt::format("a cycle alone leaves {:.0f} % of the residual", 100 * left),
                          left < 0.5);
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return chapter::run_solutions("15_multigrid", walkthrough_15_multigrid_shaders(), argc, argv, solve);
}
