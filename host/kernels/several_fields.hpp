// Linear algebra between one field and several others, with any number of reals a site.
#pragma once

#include <span>

#include "kernels/kernel.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// Complex factors on the device, in the precision of the lattice's arithmetic.
class Factors : public BoundMemory {
 public:
  Factors(const DeviceLattice& lattice, std::size_t count)
      : BoundMemory(lattice.allocate_buffer(2 * count * sizeof(double))),
        stream_(lattice.stream()),
        in_double_(lattice.precision() == gpu::Precision::double_) {}

  void put(std::span<const Complex> factors) {
    if (in_double_) return stream_.upload(memory(), std::as_bytes(factors));
    const std::vector<std::complex<float>> single(factors.begin(), factors.end());
    stream_.upload(memory(), std::as_bytes(std::span(single)));
  }

 private:
  gpu::Stream& stream_;
  bool in_double_;
};

namespace kernels {

/// y += f_0 a + f_1 b + f_2 c + f_3 d with the four factors from `first` on. Fields: a, b, c, d, y.
using AddFour = Kernel<"linalg/add_four", Shape::texels, args::RealsArgs, In<Field>, In<Field>, In<Field>,
                       In<Field>, InOut<Field>, In<Factors>>;
/// Three of these sums at once: x with four factors from `first` on, y with the next four, z with the four
/// after. Fields: a, b, c, d, x, y, z, where the last three must differ.
using AddThree = Kernel<"linalg/add_three", Shape::texels, args::RealsArgs, In<Field>, In<Field>, In<Field>,
                        In<Field>, InOut<Field>, InOut<Field>, InOut<Field>, In<Factors>>;
/// Sums <a, y> and <b, y>, first pass: real and imaginary part of each.
using DotTwo = Kernel<"linalg/dot_two", Shape::vector_blocks, args::RealsArgs, In<Field>, In<Field>,
                      In<Field>, Out<Partials>>;

}  // namespace kernels
}  // namespace glueball
