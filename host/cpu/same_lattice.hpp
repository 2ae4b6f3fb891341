// Checks of arguments that functions on the CPU make.
#pragma once

#include <string>

#include "base/error.hpp"
#include "lattice/geometry.hpp"

namespace glueball::cpu {

inline void require_same_lattice(const Geometry& a, const Geometry& b, const char* where) {
  if (!(a == b)) {
    throw Error(ErrorKind::bad_value,
                std::string(where) + ": lattices " + a.to_string() + " and " + b.to_string() + " differ",
                "pass fields of one lattice");
  }
}

inline void require_sites(std::size_t given, std::size_t wanted, const char* where) {
  if (given != wanted) {
    throw Error(ErrorKind::bad_value,
                std::string(where) + ": a field of " + std::to_string(given) + " sites where " +
                    std::to_string(wanted) + " are needed",
                "size the field by the geometry's half volume");
  }
}

}  // namespace glueball::cpu
