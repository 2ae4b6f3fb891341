// Products of links along paths, in double precision on the CPU.
#pragma once

#include <initializer_list>

#include "lattice/configuration.hpp"

namespace glueball::cpu {

/// A straight part of a path: `count` links along mu, forwards or backwards.
struct Leg {
  int mu;
  bool forward;
  int count = 1;
};

inline Leg reversed(Leg leg) { return {leg.mu, !leg.forward, leg.count}; }

/// Returns the ordered product of the links along a path that starts at s.
inline Matrix3 path_product(const Configuration& u, Site s, std::initializer_list<Leg> legs) {
  const Geometry& g = u.geometry();
  Matrix3 product = Matrix3::identity();
  for (const Leg& leg : legs)
    for (int n = 0; n < leg.count; ++n) {
      if (!leg.forward) s = g.neighbour(s, leg.mu, -1);
      product = product * (leg.forward ? u.link(s, leg.mu) : adjoint(u.link(s, leg.mu)));
      if (leg.forward) s = g.neighbour(s, leg.mu);
    }
  return product;
}

/// Returns the loop around a rectangle: first along a, then along b, and back.
inline Matrix3 rectangle(const Configuration& u, const Site& s, Leg a, Leg b) {
  return path_product(u, s, {a, b, reversed(a), reversed(b)});
}

}  // namespace glueball::cpu
