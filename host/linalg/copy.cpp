#include "linalg/copy.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "kernels/linalg.hpp"

namespace glueball {
namespace {

using kernels::FromSingle;

void convert(const Field& from, Field& to, std::uint32_t flags, const args::ConvertArgs& arguments) {
  for (const Field* field : {&from, static_cast<const Field*>(&to)})
    if (field->format().storage == gpu::Storage::image)
      throw Error(ErrorKind::bad_value, "images hold single precision only",
                  "choose buffer or texel storage");
  const FieldFormat& f = from.format();
  const bool floating = f.in_half() && f.half_format == gpu::HalfFormat::floating;
  const Launch launch(to.lattice(), flags | (floating ? FromSingle::kFloating : 0));
  switch (f.precision) {
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

/// Copies texel by texel; returns false if the formats differ, or have a scale for each site.
bool copied(const Field& from, Field& to) {
  if (!from.format().goes_with(to.format()) || from.format().in_half()) return false;
  for (std::uint32_t n = 0; n < from.pieces(); ++n) {
    Field target = to.part(n);
    kernels::Copy::run(to.lattice(), {}, from.part(n), target);
  }
  return true;
}

}  // namespace

void copy(const Field& from, Field& to) {
  if (copied(from, to)) return;
  convert(from, to, kernels::vector_flags(from), {.planes = from.planes(), .texels = 0, .from = 0, .to = 0});
}

void copy(const ParityLinks& from, ParityLinks& to) {
  const FieldFormat &f = from.format(), &t = to.format();
  if (f.reconstruct != t.reconstruct)
    throw Error(ErrorKind::bad_value, "gauge fields with different numbers of reals a link");
  const bool alike = f.precision == t.precision && f.half_format == t.half_format;
  if (f.reconstruct == 8 && (f.in_half() || t.in_half()) && !alike)
    throw Error(ErrorKind::bad_value,
                "8 reals of a link are other numbers in half precision, and in each of its formats",
                "upload the configuration instead");
  if (copied(from, to)) return;
  // If one of the two is split, copy piece by piece. Pieces may be larger than their texels.
  const std::uint32_t pieces = std::max(from.pieces(), to.pieces());
  const std::uint32_t texels = std::uint32_t(std::min(from.texels(), to.texels()) / pieces);
  for (std::uint32_t n = 0; n < pieces; ++n) {
    const Field source = from.part(n % from.pieces());
    Field target = to.part(n % to.pieces());
    convert(source, target, FromSingle::kLinks,
            {.planes = 0,
             .texels = texels,
             .from = from.pieces() == 1 ? n * texels : 0,
             .to = to.pieces() == 1 ? n * texels : 0});
  }
}

}  // namespace glueball
