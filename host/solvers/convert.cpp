#include "solvers/convert.hpp"

#include "base/error.hpp"
#include "kernels/linalg.hpp"

namespace glueball {
namespace {

using kernels::FromSingle;

void run(const DeviceLattice& from_lattice, const Field& from, const DeviceLattice& to_lattice, Field& to,
         std::uint32_t flags) {
  for (const DeviceLattice* lattice : {&from_lattice, &to_lattice})
    if (lattice->options().storage == gpu::Storage::image)
      throw Error(Status::usage, "images hold single precision only", "choose buffer or texel storage");
  const args::PlanesArgs arguments{.planes = from.planes()};
  const bool floating = from_lattice.in_half() && from_lattice.half_format() == gpu::HalfFormat::floating;
  const Launch launch(to_lattice, flags | (floating ? FromSingle::kFloating : 0));
  switch (from_lattice.precision()) {
    case gpu::Precision::half: kernels::FromHalf::run(launch, arguments, from, to); break;
    case gpu::Precision::single: FromSingle::run(launch, arguments, from, to); break;
    case gpu::Precision::double_: kernels::FromDouble::run(launch, arguments, from, to); break;
  }
}

}  // namespace

void convert(const DeviceLattice& from_lattice, const SpinorField& from, const DeviceLattice& to_lattice, SpinorField& to) {
  run(from_lattice, from, to_lattice, to, 0);
}

void convert(const DeviceLattice& from_lattice, const ColourField& from, const DeviceLattice& to_lattice, ColourField& to) {
  run(from_lattice, from, to_lattice, to, FromSingle::kFewPlanes);
}

void convert(const DeviceLattice& from_lattice, const GaugeField& from, const DeviceLattice& to_lattice, GaugeField& to) {
  if (from_lattice.options().reconstruct != to_lattice.options().reconstruct)
    throw Error(Status::usage, "gauge fields with different numbers of reals a link");
  const bool half = from_lattice.in_half() || to_lattice.in_half();
  const bool alike = from_lattice.precision() == to_lattice.precision() && from_lattice.half_format() == to_lattice.half_format();
  if (from_lattice.options().reconstruct == 8 && half && !alike)
    throw Error(Status::usage, "8 reals of a link are other numbers in half precision, and in each of its formats",
                "upload the configuration instead");
  for (const Parity parity : {Parity::even, Parity::odd})
    run(from_lattice, from[parity], to_lattice, to[parity], FromSingle::kLinks);
}

void convert(const DeviceLattice& from_lattice, const ChiralField& from, const DeviceLattice& to_lattice, ChiralField& to) {
  run(from_lattice, from, to_lattice, to, 0);
}

void convert(const DeviceLattice& from_lattice, const MomentumHalf& from, const DeviceLattice& to_lattice, MomentumHalf& to) {
  run(from_lattice, from, to_lattice, to, 0);
}

void add_converted(const DeviceLattice& from_lattice, const SpinorField& from, const DeviceLattice& to_lattice,
                   SpinorField& to) {
  run(from_lattice, from, to_lattice, to, FromSingle::kAdd);
}

void add_converted(const DeviceLattice& from_lattice, const ColourField& from, const DeviceLattice& to_lattice,
                   ColourField& to) {
  run(from_lattice, from, to_lattice, to, FromSingle::kAdd | FromSingle::kFewPlanes);
}

}  // namespace glueball
