#include "update/chain_ranlux.hpp"

#include "reference/ranlux.hpp"

namespace glueball {

ChainRanlux::ChainRanlux(const DeviceLattice& lattice, std::uint64_t seed, int luxury)
    : sites_(lattice, luxury) {
  restore(reference::ranlux_start(lattice.geometry(), seed));
}

double ChainRanlux::uniform() {
  reference::Ranlux ranlux(whole_, sites_.skipped());
  const double u = ranlux.uniform();
  whole_ = ranlux.words();
  return u;
}

std::vector<RanluxWords> ChainRanlux::state() const {
  auto all = sites_.download();
  all.push_back(whole_);
  return all;
}

void ChainRanlux::restore(std::vector<RanluxWords> state) {
  whole_ = state.back();
  state.pop_back();
  sites_.upload(state);
}

}  // namespace glueball
