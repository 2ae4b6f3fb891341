// These functions make double-precision links on the host.
#pragma once

#include "actions/double_links.hpp"

namespace glueball::test {

inline std::unique_ptr<DoubleLinks> double_links(const Configuration& u) {
  auto exact = double_links_on_host(u.geometry());
  exact->set(u);
  return exact;
}

/// Returns the double-precision links that `u` stands for.
inline std::unique_ptr<DoubleLinks> double_links(const GaugeField& u) {
  auto exact = double_links_on_host(u.lattice().geometry());
  exact->follow(u);
  return exact;
}

}  // namespace glueball::test
