// A card a kernel: what it costs a site, how it is timed on the device and on the CPU, how it is held against
// its twin and how far from that it may be. `doctor`, `bench`, the tuner, the twins' times and the tests go
// over the cards; there is no other list of kernels.
//
// Cards are a room of their own: they see the CPU's twins and the algorithms that run a kernel, and
// host/kernels, where kernels are declared, sees neither.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/kernel.hpp"

namespace glueball::cards {

/// Something to time: `run` queues it once on the lattice's stream (or, for whole solvers, runs it).
struct Workload {
  std::function<void()> run;
  double flops = 0;    ///< of one run, as the field counts them
  double bytes = 0;    ///< least bytes one run must move: each input read once, each output written once
  bool waits = false;  ///< run returns only when it is done: one run a sample
};

/// The work of one run of a benchmark, done by the code that kernels are checked against.
struct Twin {
  std::function<void()> in_double;
  std::function<void()>
      in_single{};  ///< where the twin is built in single precision too: Wilson's hop and operator
};

/// A line of `glueball bench`, and what the tuner measures.
struct Benchmark {
  std::string name;  ///< "dslash"
  std::string text;  ///< one line of help
  /// Makes its fields, which the workload keeps; the lattice must outlive it.
  std::function<Workload(const DeviceLattice&)> make;
  /// Empty for algorithms and pictures, which have none; the fields are made by the call.
  std::function<Twin(const Geometry&)> twin = {};
  bool in_half = false;          ///< there is a form in half precision
  bool with_eight_reals = true;  ///< and with 8 reals a link
  int ghosts = 0;  ///< layers of the neighbours' sites it needs on several ranks; 0: it has no such form
  /// Reals of its links, or of the shorter ones of two kinds, where there is no other choice than 18.
  int reconstruct = 0;
  /// The same for so many right-hand sides, where that is something to choose.
  std::function<Workload(const DeviceLattice&, int)> make_block = {};
};

/// Relative errors allowed, by the precision of a lattice's fields; 0: the kernel has no such form.
struct Tolerance {
  double half = 0, single = 0, double_ = 0;

  double of(gpu::Precision precision) const {
    return precision == gpu::Precision::half ? half : precision == gpu::Precision::single ? single : double_;
  }
};
/// Of most kernels: fields of numbers of order one, a few roundings each.
inline constexpr Tolerance kRounding{.single = 1e-6, .double_ = 1e-13};

/// What doctor runs a check on, beside its default.
enum class Scope {
  storages,  ///< single precision, every storage, sums in doubles and in two floats
  formats,   ///< every precision, both formats of half, 8 reals a link
  once,      ///< single precision, as the device prefers it
  tests,     ///< not by doctor, which is to end within minutes: by tests alone, like all others
};

/// A kernel beside its twin in double precision on the CPU.
struct Check {
  /// How doctor calls it. Checks of one name are one line there, with the worst error; those over all formats
  /// are one line a format, with their names in a row.
  std::string name;
  /// How far the kernel is from its twin on random fields; an error may be infinite, or no number.
  std::function<double(const DeviceLattice&)> error;
  Tolerance allowed = kRounding;
  Scope scope = Scope::storages;
  /// What doctor says of the error, which stands for the braces.
  std::string finding = "differs from the CPU by {}";
  std::array<int, 4> extents{4, 6, 2, 8};  ///< no two alike
};

struct Card {
  KernelRecord kernel;
  /// Kernels that are parts of this one's work and have no card: second passes, the other steps of an
  /// iteration. The checks run them too.
  std::vector<KernelRecord> parts;
  /// Of a site that it works on, as the field counts them; 0 where nobody counts.
  double flops = 0;
  /// Least bytes of such a site: each input read once, each output written once. Null where nobody counts.
  double (*bytes)(const DeviceLattice&) = nullptr;
  std::vector<Benchmark> benchmarks{};
  std::vector<Check> checks;
};

/// All of them, in the order in which bench and doctor go over them.
const std::vector<Card>& all();

/// The card of a kernel by its name. Throws std::logic_error for one that has none.
const Card& of(std::string_view kernel);
/// By its declaration: of<kernels::WilsonDslash>().
template <class Kernel>
const Card& of() {
  return of(Kernel::name);
}
/// What is measured of a kernel when something is chosen for it: its card's first benchmark.
template <class Kernel>
const Benchmark& benchmark_of() {
  return of<Kernel>().benchmarks.at(0);
}

/// Of all cards, one after the other.
std::vector<const Benchmark*> benchmarks();
std::vector<const Check*> checks();
/// Null for a name that there is not.
const Benchmark* find_benchmark(std::string_view name);

/// The declarations of all kernels, those that are parts of others too.
std::vector<KernelRecord> kernels();

template <class... Kernels>
std::vector<KernelRecord> records() {
  return {Kernels::record()...};
}

}  // namespace glueball::cards
