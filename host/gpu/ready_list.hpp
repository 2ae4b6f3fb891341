// The list of modules that the build optimises (shaders/ready.txt), "NAME ID=VALUE..." a line: a module and
// the values of its specialisation constants, those that stay open left out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/shader.hpp"

namespace glueball::gpu {

/// The line of a module.
std::string ready_line(std::string_view name, const Specialization& constants);

/// A pack of what `list` says, of modules that `from` has; each is named by the digits of its
/// specialized_key. Blank lines and those that begin with # do not count. Throws Error(bad_file) for a line
/// that is none, says what another says, or names a module that is not there or a constant that it has not
/// or that stays open.
std::vector<std::byte> ready_pack(std::string_view list, ShaderPack from);

}  // namespace glueball::gpu
