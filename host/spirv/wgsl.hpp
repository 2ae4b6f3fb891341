// Translates modules to WGSL, the shading language of WebGPU, so that browsers run the same kernels (web/).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace glueball::spirv {

struct WgslModule {
  /// A compute shader with entry point `main`. Bindings of group 0 have the slots of the module; the
  /// arguments are a uniform block in slot kWgslArguments. Open specialisation constants are overrides with
  /// the ids of the module.
  std::string code;
  std::vector<std::uint32_t> overrides;  ///< ids of the open constants that the code has
};
constexpr std::uint32_t kWgslArguments = 31;

/// Translates a module that `specialized` has made with full optimisation. WGSL has no word for `precise`: a
/// browser's compiler may simplify (a + b) - a. Throws Error(device) for a module that needs what WGSL lacks:
/// doubles, 64-bit integers, subgroups, and the order of memory between workgroups.
WgslModule for_webgpu(std::span<const std::uint32_t> words);

}  // namespace glueball::spirv
