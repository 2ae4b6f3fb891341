// Compiles a shader's source to valid SPIR-V, in the build and at run time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace glueball::gpu {

struct CompiledShader {
  std::vector<std::uint32_t> words;       ///< for Vulkan 1.2, SPIR-V 1.3
  std::set<std::filesystem::path> files;  ///< included files
};

/// Returns the text of a shader's file. Throws Error(bad_file) if it cannot be read.
std::string shader_text(const std::filesystem::path& path);

/// Compiles like glslc with warnings as errors, removes unused code, and validates the module. Optimisation
/// comes later, when the constants are known (gpu/specialize.hpp): it is most of the work, and a program uses
/// few of the modules. Includes are searched below each of `roots` in turn. Throws Error(bad_file) with the
/// compiler's messages, a line each, file and line number first.
CompiledShader compile_spirv(const std::filesystem::path& source,
                             const std::vector<std::filesystem::path>& roots,
                             const std::vector<std::pair<std::string, std::string>>& macros);

}  // namespace glueball::gpu
