// Linear algebra on fields with any number of reals a site, and global sums.
#pragma once

#include <algorithm>

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// The flag for colour vectors instead of spinors, in linear algebra in half precision and in changes of
/// precision.
inline constexpr std::uint32_t kColours = 8;
inline std::uint32_t vector_flags(const Field& x) {
  return x.half_scale() == HalfScale::within ? kColours : 0;
}

/// z = a x + b y.
using Axpby =
    Kernel<"linalg/axpby", Shape::texels, args::LinearArgs<double>, In<Field>, In<Field>, Out<Field>>;
/// y += a x.
using Axpy = Kernel<"linalg/axpy", Shape::texels, args::LinearArgs<double>, In<Field>, InOut<Field>>;
/// x *= a.
using Scale = Kernel<"linalg/scale", Shape::texels, args::LinearArgs<double>, InOut<Field>>;
/// y = x.
using Copy = Kernel<"linalg/copy", Shape::texels, args::RealsArgs, In<Field>, Out<Field>>;
/// y = x for a field x in another precision; the lattice is y's. Fields must be in buffers.
template <Name kName>
struct From : Kernel<kName, Shape::sites, args::ConvertArgs, InAny<Field>, Out<Field>> {
  static constexpr std::uint32_t kLinks = 2;     ///< flag: gauge fields, which have no scale
  static constexpr std::uint32_t kFloating = 4;  ///< flag: x, in half precision, holds 16-bit floats
};
using FromHalf = From<"linalg/from_half">;
using FromSingle = From<"linalg/from_single">;
using FromDouble = From<"linalg/from_double">;
/// Sums |x|^2, first pass with one component.
using Norm2 = Kernel<"linalg/norm2", Shape::vector_blocks, args::RealsArgs, In<Field>, Out<Partials>>;
/// Sums <x, y>, first pass: real and imaginary part.
using Dot = Kernel<"linalg/dot", Shape::vector_blocks, args::RealsArgs, In<Field>, In<Field>, Out<Partials>>;
/// Second pass of sums, with a workgroup for each component (run_components).
using Sum = Kernel<"linalg/sum", Shape::scalar, args::SumArgs, In<Partials>, InOut<Totals>>;
/// Second pass of a maximum of non-negative numbers.
using Maximum = Kernel<"linalg/maximum", Shape::scalar, args::SumArgs, In<Partials>, InOut<Totals>>;

/// Runs a second pass over several components; `run` alone computes the first one. The number is not a
/// constant of the pipeline, so that one pipeline serves all. There are several launches if the device limits
/// the number of workgroups.
template <class SecondPass>
void run_components(const DeviceLattice& lattice, args::SumArgs args, std::uint32_t components,
                    const Partials& partials, Totals& totals) {
  const std::uint32_t most = lattice.device().info().limits.groups[0];
  Launch launch(lattice);
  for (args.first = 0; args.first < components; args.first += launch.groups) {
    launch.groups = components - args.first;
    if (most != 0) launch.groups = std::min(launch.groups, most);
    SecondPass::run(launch, args, partials, totals);
  }
}

}  // namespace glueball::kernels
