// Links in double on the host.
#pragma once

#include "actions/exact_links.hpp"

namespace glueball::test {

inline std::unique_ptr<ExactLinks> exact_links(const Configuration& u) {
  auto exact = exact_links_on_host(u.geometry());
  exact->set(u);
  return exact;
}

/// Those that `u` stands for.
inline std::unique_ptr<ExactLinks> exact_links(const GaugeField& u) {
  auto exact = exact_links_on_host(u.lattice().geometry());
  exact->follow(u);
  return exact;
}

}  // namespace glueball::test
