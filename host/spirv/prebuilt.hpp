// The list of modules that the build optimises (shaders/prebuilt.txt). A line "NAME ID=VALUE..." names a
// module and the values of its specialisation constants, without those that stay open.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spirv/pack.hpp"
#include "spirv/specialize.hpp"

namespace glueball::spirv {

/// Returns the line of a module.
std::string prebuilt_line(std::string_view name, const Specialization& constants);

/// Returns a pack of the modules in `list`, which `from` contains; each is named by the digits of its
/// specialized_key. Blank lines and lines that begin with # are ignored. Throws Error(bad_file) for an
/// invalid line or one that repeats another. It also throws for a module that does not exist, and for a
/// constant that the module lacks or that stays open.
std::vector<std::byte> prebuilt_pack(std::string_view list, ShaderPack from);

}  // namespace glueball::spirv
