// Kernel specs: one for each kernel says what the kernel costs a site, how it is timed on the device and on
// the CPU, and how it is checked against its CPU reference within which tolerance. `doctor`, `bench`, the
// tuner and the tests go over the specs; there is no other list of kernels.
//
// This is a module of its own because specs see the CPU references and the algorithms that run a kernel.
// host/kernels, where kernels are declared, sees neither.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/kernel.hpp"

namespace glueball::kernel_specs {

/// Work to time: `run` queues it once on the lattice's stream; whole solvers run it to the end.
struct Workload {
  std::function<void()> run;
  double flops = 0;    ///< flops of one run, as the field counts them
  double bytes = 0;    ///< least bytes of one run: each input is read once, each output written once
  bool waits = false;  ///< run() returns only when the work is done: one run a sample
};

/// The work of one run of a benchmark, done by the CPU code that kernels are checked against.
struct Reference {
  std::function<void()> in_double;
  /// Empty unless the reference exists in single precision too: Wilson's hop and operator have it.
  std::function<void()> in_single{};
};

/// A row of `glueball bench`, which the tuner measures too.
struct Benchmark {
  std::string name;  ///< for example "dslash"
  std::string text;  ///< one line of help
  /// Makes the fields, which the workload keeps. The lattice must outlive it.
  std::function<Workload(const DeviceLattice&)> make;
  /// Makes the CPU reference with its fields. Algorithms and pictures have none.
  std::function<Reference(const Geometry&)> reference = {};
  bool in_half = false;          ///< true if it runs in half precision
  bool with_eight_reals = true;  ///< true if it runs with 8 reals a link
  /// Layers of ghost sites that it needs on several ranks; 0 if it does not run on several ranks.
  int ghosts = 0;
  /// Reals a link, if the only other choice is 18; 0: any choice. With two kinds of links these are the
  /// shorter ones.
  int reconstruct = 0;
  /// Makes the workload for a number of right-hand sides; empty if it has no such parameter.
  std::function<Workload(const DeviceLattice&, int)> make_block = {};
};

/// Allowed relative errors by precision of the lattice's fields; 0: the kernel does not run in that
/// precision.
struct Tolerance {
  double half = 0, single = 0, double_ = 0;

  double of(gpu::Precision precision) const {
    return precision == gpu::Precision::half ? half : precision == gpu::Precision::single ? single : double_;
  }
};
/// Most kernels have this tolerance: their fields have numbers of order one, and each number is rounded a few
/// times.
inline constexpr Tolerance kRounding{.single = 1e-6, .double_ = 1e-13};

/// The variants on which doctor runs a check, besides the default one.
enum class Scope {
  storages,  ///< single precision, every storage, sums in doubles and in two floats
  formats,   ///< every precision, both formats of half, 8 reals a link
  once,      ///< single precision with the device's preferred options
  tests,     ///< none: tests alone run it, because doctor must end within minutes
};

/// The comparison of a kernel with its CPU reference in double precision.
struct Check {
  /// The name in doctor's output. Checks of one name share a line with the worst error. Checks over all
  /// formats have one line a format, which lists their names.
  std::string name;
  /// Returns the relative error of the kernel on random fields; it may be infinite or NaN.
  std::function<double(const DeviceLattice&)> error;
  Tolerance allowed = kRounding;
  Scope scope = Scope::storages;
  /// Doctor's sentence about the error, which replaces the braces.
  std::string finding = "differs from the CPU by {}";
  std::array<int, 4> extents{4, 6, 2, 8};  ///< all different
};

/// The spec of one kernel.
struct KernelSpec {
  KernelRecord kernel;
  /// Kernels that do part of this one's work and have no spec: second passes, the other steps of an
  /// iteration. The checks run them too.
  std::vector<KernelRecord> parts;
  /// Flops a site, as the field counts them; 0 if not counted.
  double flops = 0;
  /// Least bytes a site: each input is read once, each output written once. Null if not counted.
  double (*bytes)(const DeviceLattice&) = nullptr;
  std::vector<Benchmark> benchmarks{};
  std::vector<Check> checks;
};

/// Returns all specs, in the order of bench and doctor.
const std::vector<KernelSpec>& all();

/// Returns the spec of a kernel by name. Throws std::logic_error if there is none.
const KernelSpec& of(std::string_view kernel);
/// Returns the spec by the kernel's declaration: of<kernels::WilsonDslash>().
template <class Kernel>
const KernelSpec& of() {
  return of(Kernel::name);
}
/// Returns the benchmark that is measured when an option is chosen for a kernel: its spec's first.
template <class Kernel>
const Benchmark& benchmark_of() {
  return of<Kernel>().benchmarks.at(0);
}

/// These return the benchmarks and checks of all specs.
std::vector<const Benchmark*> benchmarks();
std::vector<const Check*> checks();
/// Returns null for an unknown name.
const Benchmark* find_benchmark(std::string_view name);

/// Returns the declarations of all kernels, including those that are parts of others.
std::vector<KernelRecord> kernels();

template <class... Kernels>
std::vector<KernelRecord> records() {
  return {Kernels::record()...};
}

}  // namespace glueball::kernel_specs
