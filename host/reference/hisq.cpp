#include "reference/hisq.hpp"

#include <utility>

#include "reference/fat_links.hpp"
#include "reference/unitary_part.hpp"

namespace glueball::reference {

HisqLinks hisq_links(const Configuration& u, double epsilon) {
  HisqLinks links{fat_links(u, kFat7), u, u, u};
  const std::size_t count = u.links().size();
  std::size_t fell_back = 0, undetermined = 0;
#pragma omp parallel for schedule(static) reduction(+ : fell_back, undetermined)
  for (std::size_t k = 0; k < count; ++k) {
    const UnitaryPart part = unitary_part(links.v.links()[k]);
    links.w.links()[k] = part.w;
    fell_back += part.by_singular_values;
    undetermined += part.undetermined;
  }
  require_projections(undetermined, count);
  links.by_singular_values = fell_back;
  links.x = fat_links(links.w, hisq_weights(epsilon));
  links.n = long_links(links.w);
  return links;
}

HopLinks hisq_hop_links(const Configuration& u, double epsilon) {
  HisqLinks links = hisq_links(u, epsilon);
  return {std::move(links.x), std::move(links.n)};
}

}  // namespace glueball::reference
