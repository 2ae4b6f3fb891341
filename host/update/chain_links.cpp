#include "update/chain_links.hpp"

namespace glueball {

ChainLinks::ChainLinks(MolecularDynamics& dynamics, const Configuration& start)
    : dynamics_(dynamics), links_(dynamics.exact().another()) {
  set(start);
}

void ChainLinks::set(const Configuration& u) {
  plaquette_.reset();
  links_->set(u);
}

void ChainLinks::take() {
  plaquette_.reset();
  links_->follow(dynamics_.links());
}

double ChainLinks::plaquette() {
  if (!plaquette_) plaquette_ = links_->plaquette();
  return *plaquette_;
}

}  // namespace glueball
