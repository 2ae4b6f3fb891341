// Chapter 15: multigrid in two dimensions: slow modes, near-null vectors, and what a coarse lattice makes of
// them.
#include <algorithm>
#include <utility>

#include "../picture.hpp"
#include "grids.hpp"

glueball::gpu::ShaderPack walkthrough_15_multigrid_shaders();

namespace {

using namespace glueball;
using namespace schwinger;

constexpr std::size_t kExtent = 64;
constexpr double kBeta = 6, kTolerance = 1e-5;
constexpr std::uint32_t kVectors = 4;

double norm(const Field& x) {
  double sum = 0;
  for (const Complex& z : x) sum += std::norm(z);
  return std::sqrt(sum);
}
double distance(const Field& x, const Field& y) {
  Field difference = x;
  for (std::size_t i = 0; i < x.size(); ++i) difference[i] -= y[i];
  return norm(difference) / norm(y);
}

/// By inverse iteration, until it stands still.
double lowest_eigenvalue(gpu::Device& device, const Lattice& lattice) {
  Grids grids(device, lattice);
  const Buffer v = grids.buffer(random_field(kExtent * kExtent, 3)), w = grids.buffer(kExtent * kExtent);
  double found = 8;  // no eigenvalue is larger
  for (double before = 9; before - found > 1e-6;) {
    grids.solve(grids.fine(), 0, v, w, kTolerance);
    grids.add(1 / std::sqrt(grids.dot(w, w)), w, 0, v);
    grids.apply(grids.fine(), 0, v, w);
    before = std::exchange(found, grids.dot(v, w));
  }
  return found;
}

/// The size of a random error as it is relaxed, and the mean eigenvalue of the modes that are left of it.
void show_relaxation(gpu::Device& device, const Lattice& lattice, float mass) {
  Grids grids(device, lattice);
  const Level& fine = grids.fine();
  const Buffer e = grids.buffer(random_field(fine.size(), 2)), zero = grids.buffer(fine.size()),
               ae = grids.buffer(fine.size());
  const double start = grids.dot(e, e);
  fmt::print("sweeps   |error|   mean eigenvalue\n");
  for (int sweeps = 0, before = 0; sweeps <= 1000; sweeps = std::max(1, 10 * sweeps)) {
    grids.relax(fine, mass, zero, e, sweeps - before);
    before = sweeps;
    grids.apply(fine, mass, e, ae);
    fmt::print("{:6}{:10.4f}{:18.4f}\n", sweeps, std::sqrt(grids.dot(e, e) / start),
               grids.dot(e, ae) / grids.dot(e, e));
  }
}

/// P^+ P = 1 and P^+ A P = the coarse matrix, for a random coarse field and the CPU's Laplacian.
bool right_coarse_matrix(gpu::Device& device, const Lattice& lattice, Grids& grids) {
  const Field c = random_field(grids.coarse().size(), 5);
  const Buffer coarse = grids.buffer(c), fine = grids.buffer(grids.fine().size()),
               back = grids.buffer(c.size());
  grids.prolong(coarse, fine);
  grids.restrict(fine, back);
  const double lost = distance(field_of(device, back), c);
  grids.restrict(grids.buffer(laplacian(lattice, field_of(device, fine))), back);
  const Field wanted = field_of(device, back);
  grids.apply(grids.coarse(), 0, coarse, back);
  return lost < 1e-5 && distance(field_of(device, back), wanted) < 1e-5;
}

/// |b - A x| / |b| by the CPU.
double true_residual(const Lattice& lattice, double mass, const Field& b, const Field& x) {
  Field image = laplacian(lattice, x);
  for (std::size_t i = 0; i < x.size(); ++i) image[i] += mass * x[i];
  return distance(image, b);
}

/// One of sixteen hues for a phase.
Color hue(double phase) {
  phase = std::numbers::pi / 8 * std::round(8 / std::numbers::pi * phase);
  Color color{};
  for (std::size_t k = 0; k < 3; ++k)
    color[k] =
        std::uint8_t(std::lround(127.5 * (1 + std::cos(phase - 2 * std::numbers::pi * double(k) / 3))));
  return color;
}

/// A corner of the first field of each.
void draw(chapter::Picture& picture, const Field& random, const Field& relaxed) {
  constexpr int kSide = 48;
  const auto at = [](const Field& field, int x, int y) {
    return field[std::size_t(y) * kExtent + std::size_t(x)];
  };
  const auto size_of = [&](const Field& field) {
    double most = 0;
    for (std::size_t i = 0; i < kExtent * kExtent; ++i) most = std::max(most, std::abs(field[i]));
    return [&, most](int x, int y) { return chapter::shade(std::abs(at(field, x, y)) / most); };
  };
  const auto phase_of = [&](int x, int y) { return hue(std::arg(at(relaxed, x, y))); };
  picture.draw({{"a random field: its size", kSide, kSide, size_of(random)},
                {"a near-null vector: its size", kSide, kSide, size_of(relaxed), int(kBlock)},
                {"its phase, in a random gauge", kSide, kSide, phase_of, int(kBlock)}});
}

/// From 20 on in fives, from 100 on in tens: the last digit is rounding's, and not the same on all devices.
int about(double iterations) {
  const int unit = iterations < 20 ? 1 : iterations < 100 ? 5 : 10;
  return unit * int(std::lround(iterations / unit));
}

/// Iterations by mass, without a coarse lattice and with 1, 2 or 4 vectors in a block. True if the coarse
/// matrix and the solutions are right.
bool show_iterations(gpu::Device& device, const Lattice& lattice, const Field& vectors, double lowest) {
  Grids alone(device, lattice);
  std::vector<std::unique_ptr<Grids>> grids;
  for (const std::uint32_t count : {1U, 2U, kVectors})
    grids.push_back(std::make_unique<Grids>(
        device, lattice, Field(vectors.begin(), vectors.begin() + std::ptrdiff_t(count * lattice.volume()))));
  Grids& best = *grids.back();
  const Field source = random_field(lattice.volume(), 4);
  const Buffer b = alone.buffer(source), x = alone.buffer(source.size());
  const auto solve = [&](Grids& g, float mass) {
    return g.solve(g.fine(), mass, b, x, kTolerance,
                   [&](const Buffer& r, const Buffer& z) { g.cycle(mass, r, z); });
  };
  const auto solve_alone = [&](float mass) { return alone.solve(alone.fine(), mass, b, x, kTolerance); };

  bool agree = right_coarse_matrix(device, lattice, best);
  fmt::print(
      "\niterations of conjugate gradients\n"
      "   m^2   alone   with cycles: 1 vector   2 vectors   4 vectors   on the coarse lattice, a cycle\n");
  float mass = 0;
  for (const double square : {0.3, 0.1, 0.03, 0.01, 0.003, 0.001}) {
    mass = float(square - lowest);
    fmt::print("{:6}{:8}{:24}{:12}", square, about(solve_alone(mass)), about(solve(*grids[0], mass)),
               about(solve(*grids[1], mass)));
    const int before = best.coarse_iterations(), iterations = solve(best, mass);
    const int cycles = iterations + 1;  // one makes the first direction
    fmt::print("{:12}{:12}\n", iterations, about(double(best.coarse_iterations() - before) / cycles));
    agree &= true_residual(lattice, double(mass), source, field_of(device, x)) < 1e-4;
  }
  const auto finish = [&] { device.stream().finish(); };
  fmt::print("time in ms at m^2 = 0.001: alone {:.3f}, with cycles of 4 vectors {:.3f}\n",
             chapter::milliseconds(
                 1, [&] { solve_alone(mass); }, finish),
             chapter::milliseconds(
                 1, [&] { solve(best, mass); }, finish));
  return agree;
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  const Lattice lattice = links(kExtent, kBeta, 2007);
  fmt::print("the Laplacian on {0} x {0} sites with links of U(1), beta = {1}\n", kExtent, kBeta);
  return chapter::run(
      "15_multigrid", walkthrough_15_multigrid_shaders(), argc, argv, [&](gpu::Device& device) {
        const double lowest = lowest_eigenvalue(device, lattice);
        fmt::print(
            "its lowest eigenvalue is {:.4f}; from there m^2 is counted\n\nrelaxation at m^2 = 0.001\n",
            lowest);
        show_relaxation(device, lattice, float(0.001 - lowest));
        const Field vectors = near_null_vectors(device, lattice, float(-lowest), kVectors);
        draw(picture, random_field(vectors.size(), kVectorSeed), vectors);
        return show_iterations(device, lattice, vectors, lowest);
      });
} catch (const glueball::Error& error) {
  return glueball::app::failed("15_multigrid", error);
}
