// Compiles shaders from source to valid SPIR-V, in the build and at run time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glueball::spirv {

struct CompiledShader {
  std::vector<std::uint32_t> words;       ///< for Vulkan 1.2, SPIR-V 1.3
  std::set<std::filesystem::path> files;  ///< included files
};

/// Returns the text of a shader's file. Throws Error(bad_file) if it cannot be read.
std::string shader_text(const std::filesystem::path& path);

/// Compiles like glslc with warnings as errors, removes unused code, and validates the module. Optimisation
/// comes later, when the constants are known (spirv/specialize.hpp): it is most of the work, and a program
/// uses few of the modules. Includes are searched below each of `roots` in turn. Throws Error(bad_file) with
/// the compiler's messages, a line each, file and line number first.
CompiledShader compile_spirv(const std::filesystem::path& source,
                             const std::vector<std::filesystem::path>& roots,
                             const std::vector<std::pair<std::string, std::string>>& macros);

/// Returns the source of a blob below a folder of shaders: "gauge/plaquette.texel.f64" ->
/// ROOT/gauge/plaquette.comp.
std::filesystem::path shader_source(const std::filesystem::path& root, std::string_view blob);

/// Returns that file and all existing files that it includes, directly or not.
std::set<std::filesystem::path> shader_files(const std::filesystem::path& root, std::string_view blob);

/// Returns the SPIR-V of a blob from the sources below `root`, as the build makes it. Throws Error(bad_file)
/// with the compiler's messages, a line each, file and line number first.
std::vector<std::uint32_t> compile_shader(const std::filesystem::path& root, std::string_view blob);

}  // namespace glueball::spirv
