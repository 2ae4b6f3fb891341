// From a compute shader's source to valid SPIR-V: in the build, and while a program runs.
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
  std::set<std::filesystem::path> files;  ///< what was included
};

/// All of a shader's file. Throws Error(bad_file) where it cannot be read.
std::string shader_text(const std::filesystem::path& path);

/// Compiles as glslc does, with warnings as errors, takes out what is not used, and checks the module.
/// Optimised is it when its constants are known (gpu/specialize.hpp): that is most of the work, and a program
/// takes few of the modules. Includes are looked up below each of `roots` in turn. Throws Error(bad_file)
/// with the compiler's words, a line each, file and line number first.
CompiledShader compile_spirv(const std::filesystem::path& source,
                             const std::vector<std::filesystem::path>& roots,
                             const std::vector<std::pair<std::string, std::string>>& macros);

}  // namespace glueball::gpu
