// Kernels that run over a number of points instead of the sites of a lattice.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// Launches a thread for each of `points`, rounded up to whole workgroups.
template <Name kName, class Arguments, class... Parameters>
struct PointKernel : Kernel<kName, Shape::sites, Arguments, Parameters...> {
  using Declared = Kernel<kName, Shape::sites, Arguments, Parameters...>;

  static void run(const Launch& launch, std::size_t points, const Arguments& arguments,
                  typename Parameters::Reference... fields) {
    const std::uint32_t groups = launch.lattice.groups_of_points(points);
    const std::uint32_t most = launch.lattice.device().info().limits.groups[0];
    const std::uint32_t fold = gpu::folded(groups, most).rows > 1 ? DeviceLattice::kFolded : 0;
    gpu::Pipeline& pipeline =
        launch.lattice.pipeline(Declared::name, Declared::shape, launch.flags | fold, launch.count,
                                Declared::format_of(launch.lattice, fields...).format());
    Declared::bound(
        pipeline, launch.apart,
        [&](std::span<const gpu::Binding> bindings) {
          launch.lattice.stream().dispatch(
              pipeline, bindings, std::as_bytes(std::span(&arguments, std::is_empty_v<Arguments> ? 0 : 1)),
              groups);
        },
        fields...);
  }
};

/// The same for a kernel that strides (lib/grid.glsl): with very many points a thread does several.
template <Name kName, class Arguments, class... Parameters>
struct StridingKernel : PointKernel<kName, Arguments, Parameters...> {
  static void run(const Launch& launch, std::size_t points, const Arguments& arguments,
                  typename Parameters::Reference... fields) {
    constexpr std::size_t kMost = 1 << 21;  // groups of 64 stay within every device's limits
    PointKernel<kName, Arguments, Parameters...>::run(launch, std::min(points, kMost), arguments, fields...);
  }
};

}  // namespace glueball::kernels
