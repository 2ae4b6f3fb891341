#include "linalg/convert.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "kernels/linalg.hpp"

namespace glueball {
namespace {

using kernels::FromSingle;

void run(const DeviceLattice& from_lattice, const Field& from, const DeviceLattice& to_lattice, Field& to,
         std::uint32_t flags, const args::ConvertArgs& arguments) {
  for (const DeviceLattice* lattice : {&from_lattice, &to_lattice})
    if (lattice->options().storage == gpu::Storage::image)
      throw Error(Status::usage, "images hold single precision only", "choose buffer or texel storage");
  const bool floating = from_lattice.in_half() && from_lattice.half_format() == gpu::HalfFormat::floating;
  const Launch launch(to_lattice, flags | (floating ? FromSingle::kFloating : 0));
  switch (from_lattice.precision()) {
    case gpu::Precision::half:
      kernels::FromHalf::run(launch, arguments, from, to);
      break;
    case gpu::Precision::single:
      FromSingle::run(launch, arguments, from, to);
      break;
    case gpu::Precision::double_:
      kernels::FromDouble::run(launch, arguments, from, to);
      break;
  }
}

void run(const DeviceLattice& from_lattice, const Field& from, const DeviceLattice& to_lattice, Field& to,
         std::uint32_t flags) {
  run(from_lattice, from, to_lattice, to, flags, {.planes = from.planes(), .texels = 0, .from = 0, .to = 0});
}

/// Piece by piece where one of the two is split.
void run_links(const DeviceLattice& from_lattice, const GaugeHalf& from, const DeviceLattice& to_lattice,
               GaugeHalf& to) {
  const std::uint32_t pieces = std::max(from.pieces(), to.pieces());
  // Pieces may have room to spare at their ends.
  const auto half = std::uint32_t(from_lattice.geometry().half_volume());
  const std::uint32_t texels = std::min(from.planes(), to.planes()) * (half / pieces);
  for (std::uint32_t n = 0; n < pieces; ++n) {
    const Field source = from.part(n % from.pieces());
    Field target = to.part(n % to.pieces());
    run(from_lattice, source, to_lattice, target, FromSingle::kLinks,
        {.planes = 0,
         .texels = texels,
         .from = from.pieces() == 1 ? n * texels : 0,
         .to = to.pieces() == 1 ? n * texels : 0});
  }
}

}  // namespace

void convert(const DeviceLattice& from_lattice, const SpinorField& from, const DeviceLattice& to_lattice,
             SpinorField& to) {
  run(from_lattice, from, to_lattice, to, 0);
}

void convert(const DeviceLattice& from_lattice, const ColourField& from, const DeviceLattice& to_lattice,
             ColourField& to) {
  run(from_lattice, from, to_lattice, to, FromSingle::kFewPlanes);
}

void convert(const DeviceLattice& from_lattice, const GaugeField& from, const DeviceLattice& to_lattice,
             GaugeField& to) {
  if (from_lattice.options().reconstruct != to_lattice.options().reconstruct)
    throw Error(Status::usage, "gauge fields with different numbers of reals a link");
  const bool half = from_lattice.in_half() || to_lattice.in_half();
  const bool alike = from_lattice.precision() == to_lattice.precision() &&
                     from_lattice.half_format() == to_lattice.half_format();
  if (from_lattice.options().reconstruct == 8 && half && !alike)
    throw Error(Status::usage,
                "8 reals of a link are other numbers in half precision, and in each of its formats",
                "upload the configuration instead");
  for (const Parity parity : {Parity::even, Parity::odd})
    run_links(from_lattice, from[parity], to_lattice, to[parity]);
}

void convert(const DeviceLattice& from_lattice, const ChiralField& from, const DeviceLattice& to_lattice,
             ChiralField& to) {
  run(from_lattice, from, to_lattice, to, 0);
}

void convert(const DeviceLattice& from_lattice, const MomentumHalf& from, const DeviceLattice& to_lattice,
             MomentumHalf& to) {
  run(from_lattice, from, to_lattice, to, 0);
}

}  // namespace glueball
