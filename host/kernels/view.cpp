#include "kernels/view.hpp"

namespace glueball {

VolumeRefinement::VolumeRefinement(const DeviceLattice& lattice, const std::array<int, 3>& extents,
                                   int planes)
    : lattice_(lattice) {
  std::array<int, 3> finer = extents;
  for (int& extent : finer) {
    extent *= 2;
    stages_.emplace_back(lattice, finer, planes);
  }
}

const Volume& VolumeRefinement::of(const Volume& coarse) {
  const Volume* from = &coarse;
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    const auto& e = from->extents();
    kernels::Refine::run(lattice_, from->points() * std::size_t(from->planes()),
                         {.extent_x = std::uint32_t(e[0]),
                          .extent_y = std::uint32_t(e[1]),
                          .extent_z = std::uint32_t(e[2]),
                          .planes = std::uint32_t(from->planes()),
                          .axis = axis},
                         *from, stages_[axis]);
    from = &stages_[axis];
  }
  return *from;
}

}  // namespace glueball
