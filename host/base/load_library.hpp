// Loads this project's own libraries when they are first needed.
#pragma once

#include <dlfcn.h>

#include <string>

#include "base/error.hpp"

namespace glueball {

/// Returns the function `name` of a library that is built and installed with this one. Not every run needs
/// it, and a program without it does not load the libraries behind it. `library` is a file name without a
/// path; it is searched beside the shaders' library. `global` makes its symbols, and those of the libraries
/// behind it, visible to all. Throws Error(bad_value) with `what`, the reason and `hint` if it cannot be
/// loaded.
template <class Function>
Function* load_function(const char* library, const char* name, const std::string& what,
                        const std::string& hint, bool global = false) {
  void* const loaded = dlopen(library, RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL));
  void* const function = loaded == nullptr ? nullptr : dlsym(loaded, name);
  if (function == nullptr) throw Error(ErrorKind::bad_value, what + ": " + dlerror(), hint);
  return reinterpret_cast<Function*>(function);
}

}  // namespace glueball
