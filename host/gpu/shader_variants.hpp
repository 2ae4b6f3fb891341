// The ways in which one shader is compiled, read from the line "// variants: ..." of its source.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glueball::gpu {

struct ShaderVariant {
  std::string suffix;  ///< ".texel.double.f64"; empty for a shader without axes
  std::vector<std::pair<std::string, std::string>> macros;  ///< {"STORAGE", "1"}, ...
};

/// All variants of a shader. Its line names axes, as in "// variants: storage sum double half":
///   storage   buffer | texel | image     how lib/field.glsl reads and writes fields
///   split                                storage has another way, buffers with links in a range for each
///   direction
///                                        (lib/link.glsl)
///   sum       f64 | ff                   double, or two-float sums where the device has no double
///   double    there are double-precision variants beside those in single (lib/precision.glsl); not of
///   images, and
///             summing in double only
///   half      there are half-precision variants; not of images, nor split
/// A module is called <room>/<name>[.<storage>][.double|.half][.<sum>]. Throws Error(bad_input) for an axis
/// of another name.
std::vector<ShaderVariant> shader_variants(std::string_view source);

/// The macros of a module by its name: "gauge/plaquette.texel.f64" -> STORAGE 1, SUM 64.
std::vector<std::pair<std::string, std::string>> variant_macros(std::string_view name);

}  // namespace glueball::gpu
