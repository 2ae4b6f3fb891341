#include "kernel_specs/kernel_spec.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernel_specs/families.hpp"

namespace glueball::kernel_specs {

const std::vector<KernelSpec>& all() {
  static const std::vector<KernelSpec> kernel_specs = [] {
    std::vector<KernelSpec> list;
    for (const auto& family :
         {wilson_specs, clover_quark_specs, staggered_specs, naik_specs, hisq_specs, staggered_multi_specs,
          solver_specs, multigrid_specs, overlap_specs, linalg_specs, halo_specs, gauge_specs, force_specs,
          heatbath_specs, flow_specs, measure_specs, random_specs, fixing_specs, picture_specs})
      for (KernelSpec& spec : family()) list.push_back(std::move(spec));
    return list;
  }();
  return kernel_specs;
}

const KernelSpec& of(std::string_view kernel) {
  for (const KernelSpec& spec : all())
    if (spec.kernel.name == kernel) return spec;
  throw std::logic_error("no kernel spec of " + std::string(kernel));
}

std::vector<const Benchmark*> benchmarks() {
  std::vector<const Benchmark*> list;
  for (const KernelSpec& spec : all())
    for (const Benchmark& b : spec.benchmarks) list.push_back(&b);
  return list;
}

std::vector<const Check*> checks() {
  std::vector<const Check*> list;
  for (const KernelSpec& spec : all())
    for (const Check& c : spec.checks) list.push_back(&c);
  return list;
}

const Benchmark* find_benchmark(std::string_view name) {
  for (const Benchmark* b : benchmarks())
    if (b->name == name) return b;
  return nullptr;
}

std::vector<KernelRecord> kernels() {
  std::vector<KernelRecord> list;
  for (const KernelSpec& spec : all()) {
    list.push_back(spec.kernel);
    list.insert(list.end(), spec.parts.begin(), spec.parts.end());
  }
  return list;
}

}  // namespace glueball::kernel_specs
