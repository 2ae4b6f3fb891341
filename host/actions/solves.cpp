#include "actions/solves.hpp"

#include <string>

namespace glueball {

Error in_dynamics(const Error& error, gpu::Precision dynamics) {
  std::string hint = error.hint();
  const std::string inner = "<inner double>";
  for (auto at = hint.find(inner); at != std::string::npos; at = hint.find(inner, at))
    hint.replace(at, inner.size(),
                 dynamics == gpu::Precision::double_ ? "<inner auto>" : "<precision double>");
  return {error.kind(), error.message(), hint};
}

}  // namespace glueball
