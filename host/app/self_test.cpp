#include "app/self_test.hpp"

#include <fmt/format.h>

#include "cards/benchmark_fields.hpp"
#include "fermion/wilson_operator.hpp"
#include "solvers/conjugate_gradient.hpp"

namespace glueball::app {
namespace {

/// A limit that must reach what the kernels need.
template <class T>
SelfTest at_least(std::string name, T gpu::Limits::*limit, std::uint64_t needed, const std::string& unit) {
  return {std::move(name), [=](gpu::Device& device) {
            const std::uint64_t found = device.info().limits.*limit;
            return SelfTestResult{found >= needed, fmt::format("{}{}, {} needed", found, unit, needed),
                                  "try a newer driver, or another --device"};
          }};
}

/// Whether iterations of solvers share a launch. There is no fault in it where they do not.
SelfTestResult meeting_test(gpu::Device& device) {
  const Geometry geometry({8, 8, 8, 8});
  if (!Meeting::suits(device, geometry, gpu::Precision::single)) return {true, "no: not a GPU", ""};
  LatticeOptions options = preferred_options(device, gpu::Precision::single, geometry);
  options.storage = gpu::Storage::buffer;
  const DeviceLattice lattice(device, geometry, options);
  cards::BenchmarkSpinors fields(lattice);
  WilsonOperator op(lattice, fields.u, 0.1);
  gpu::Pipeline* const pipeline = op.iterations_pipeline();
  if (pipeline == nullptr) return {true, "no: too few storage blocks", ""};
  ConjugateGradient<SpinorField>(op).solve(fields.a, fields.b, 0.5, 1);
  const std::uint32_t groups = pipeline->together.value_or(0);
  return {true,
          groups == 0 ? "no: workgroups do not come together"
                      : fmt::format("yes: {} workgroups of 8^4 come together", groups),
          ""};
}

}  // namespace

std::vector<SelfTest> limit_tests() {
  using gpu::Limits;
  return {
      at_least("limit: storage range", &Limits::storage_range_bytes, std::uint64_t(1) << 27, " bytes"),
      at_least("limit: texel buffer", &Limits::texel_elements, std::uint64_t(1) << 16, " texels"),
      at_least("limit: image layers", &Limits::image_layers, 72, ""),
      at_least("limit: workgroup", &Limits::group_invocations, 128, " invocations"),
      at_least("limit: shared memory", &Limits::shared_bytes, 16384, " bytes"),
      at_least("limit: storage blocks", &Limits::storage_blocks, 8, " per shader"),
  };
}

std::vector<SelfTest> self_tests() {
  std::vector<SelfTest> all = limit_tests();
  all.push_back({"iterations that share a launch", meeting_test});
  for (auto& test : card_tests()) all.push_back(std::move(test));
  return all;
}

}  // namespace glueball::app
