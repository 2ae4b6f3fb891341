// The variants in which one shader is compiled, read from the line "// variants: ..." of its source.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glueball::spirv {

struct ShaderVariant {
  std::string suffix;  ///< ".texel.double.f64"; empty for a shader without axes
  std::vector<std::pair<std::string, std::string>> macros;  ///< {"STORAGE", "1"}, ...
};

/// Returns all variants of a shader. Its line names axes, as in "// variants: storage sum double half":
/// - storage: buffer, texel and image, how lib/field.glsl reads and writes fields
/// - split: a fourth storage, buffers with a range of links for each direction (lib/link.glsl)
/// - sum: f64 and ff, sums in double, or in two floats if the device has no double
/// - double: double precision besides single (lib/precision.glsl); not with images, and with sums in double
///   only
/// - half: half precision besides single; not with images and not split
/// - model: Vulkan's memory model besides GLSL's (lib/backend.glsl); not for OpenGL
///
/// A module is called FOLDER/NAME, followed by .STORAGE, by .double or .half, by .SUM and by .model, as far
/// as the shader has that axis. Throws Error(bad_file) for an unknown axis.
std::vector<ShaderVariant> shader_variants(std::string_view source);

/// Returns the macros of a module by its name: "gauge/plaquette.texel.f64" -> STORAGE 1, SUM 64.
std::vector<std::pair<std::string, std::string>> variant_macros(std::string_view name);

}  // namespace glueball::spirv
