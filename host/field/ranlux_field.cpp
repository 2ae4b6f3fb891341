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
  std::vector<std::uint32_t> words(half * kWords);
  for (const Parity parity : {Parity::even, Parity::odd}) {
    for (std::size_t s = 0; s < half; ++s)
      for (std::size_t w = 0; w < kWords; ++w)
        words[w * half + s] = generators[std::size_t(parity) * half + s][w];
    lattice_.stream().upload((*this)[parity].memory(), std::as_bytes(std::span(words)));
  }
}

std::vector<RanluxWords> RanluxField::download() const {
  const std::size_t half = lattice_.geometry().half_volume();
  std::vector<RanluxWords> generators(2 * half);
  std::vector<std::uint32_t> words(half * kWords);
  for (const Parity parity : {Parity::even, Parity::odd}) {
    lattice_.stream().download((*this)[parity].memory(), std::as_writable_bytes(std::span(words)));
    for (std::size_t s = 0; s < half; ++s)
      for (std::size_t w = 0; w < kWords; ++w)
        generators[std::size_t(parity) * half + s][w] = words[w * half + s];
  }
  return generators;
}

}  // namespace glueball
