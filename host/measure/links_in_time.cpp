#include "measure/links_in_time.hpp"

#include "comm/whole_sites.hpp"
#include "field/transfer.hpp"

namespace glueball {

std::vector<Matrix3> links_in_time(const DeviceLattice& lattice, const GaugeField& u) {
  const Configuration part = download_unitary(u);
  const Geometry& own = part.geometry();
  std::vector<Matrix3> mine(own.volume());
  for (std::size_t n = 0; n < mine.size(); ++n) mine[n] = part.link(n, 3);
  return whole_sites(lattice.domain(), std::move(mine));
}

}  // namespace glueball
