#include "field/ranlux_field.hpp"

#include <span>

#include "base/error.hpp"

namespace glueball {
namespace {

constexpr std::size_t kWords = std::tuple_size_v<RanluxWords>;

}  // namespace

void RanluxField::upload(const std::vector<RanluxWords>& generators) {
  const std::size_t half = lattice_.geometry().half_volume();
  if (generators.size() != 2 * half)
    throw Error(ErrorKind::bad_value, "RANLUX: generators of another lattice", "give one a site");
  const std::size_t plane = lattice_.plane_sites();
  std::vector<std::uint32_t> words(plane * kWords);
  for (const Parity parity : {Parity::even, Parity::odd}) {
    for (std::size_t s = 0; s < half; ++s)
      for (std::size_t w = 0, at = lattice_.place(s); w < kWords; ++w)
        words[w * plane + at] = generators[std::size_t(parity) * half + s][w];
    lattice_.stream().upload((*this)[parity].memory(), std::as_bytes(std::span(words)));
  }
}

std::vector<RanluxWords> RanluxField::download() const {
  const std::size_t half = lattice_.geometry().half_volume(), plane = lattice_.plane_sites();
  std::vector<RanluxWords> generators(2 * half);
  std::vector<std::uint32_t> words(plane * kWords);
  for (const Parity parity : {Parity::even, Parity::odd}) {
    lattice_.stream().download((*this)[parity].memory(), std::as_writable_bytes(std::span(words)));
    for (std::size_t s = 0; s < half; ++s)
      for (std::size_t w = 0, at = lattice_.place(s); w < kWords; ++w)
        generators[std::size_t(parity) * half + s][w] = words[w * plane + at];
  }
  return generators;
}

}  // namespace glueball
