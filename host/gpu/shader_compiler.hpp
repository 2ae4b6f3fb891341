// Compiles shaders from source at run time as the build does: with the same includes, variants and passes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// Returns the source of a blob below a folder of shaders: "gauge/plaquette.texel.f64" ->
/// ROOT/gauge/plaquette.comp.
std::filesystem::path shader_source(const std::filesystem::path& root, std::string_view blob);

/// Returns that file and all existing files that it includes, directly or not.
std::set<std::filesystem::path> shader_files(const std::filesystem::path& root, std::string_view blob);

/// Returns the SPIR-V of a blob from the sources below `root`, as the build makes it. Throws Error(bad_file)
/// with the compiler's messages, a line each, file and line number first.
std::vector<std::uint32_t> compile_shader(const std::filesystem::path& root, std::string_view blob);

}  // namespace glueball::gpu
