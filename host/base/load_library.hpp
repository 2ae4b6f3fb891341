// Libraries of our own that are loaded when they are first needed.
#pragma once

#include <dlfcn.h>

#include <string>

#include "base/error.hpp"

namespace glueball {

/// The function `name` of a library that is built and installed with ours, for what not every run needs: a
/// program that does without waits for none of the libraries behind it. It is looked for where the shaders'
/// library is: `library` is a name, without a path. Throws Error(bad_value) with `what` and the reason, and
/// `hint`, where it cannot be loaded. `global`: its symbols, and those of the libraries behind it, are
/// everybody's.
template <class Function>
Function* load_function(const char* library, const char* name, const std::string& what,
                        const std::string& hint, bool global = false) {
  void* const loaded = dlopen(library, RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL));
  void* const function = loaded == nullptr ? nullptr : dlsym(loaded, name);
  if (function == nullptr) throw Error(ErrorKind::bad_value, what + ": " + dlerror(), hint);
  return reinterpret_cast<Function*>(function);
}

}  // namespace glueball
