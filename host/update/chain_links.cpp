#include "update/chain_links.hpp"

#include "lattice/transfer.hpp"
#include "linalg/copy.hpp"
#include "reference/plaquette.hpp"

namespace glueball {

ChainLinks::ChainLinks(MolecularDynamics& dynamics, const Configuration& start) : dynamics_(dynamics) {
  if (dynamics.exact()) device_.emplace(dynamics.exact()->lattice());
  set(start);
}

void ChainLinks::set(const Configuration& u) {
  host_ = u;
  plaquette_.reset();
  if (device_) upload(u, *device_);
}

void ChainLinks::put() {
  if (device_)
    copy(*device_, dynamics_.links());
  else
    upload(*host_, dynamics_.links());
}

void ChainLinks::take() {
  plaquette_.reset();
  if (device_) {
    ExactLinks& exact = *dynamics_.exact();
    exact.follow(dynamics_.links());
    copy(exact.links(), *device_);
    host_.reset();
  } else {
    host_ = dynamics_.configuration();
  }
}

const Configuration& ChainLinks::configuration() const {
  if (!host_) host_ = download(*device_);
  return *host_;
}

double ChainLinks::plaquette() {
  if (plaquette_) return *plaquette_;
  if (device_) {
    ExactLinks& exact = *dynamics_.exact();
    exact.set(*device_);
    plaquette_ = exact.plaquettes() / (18 * double(exact.lattice().geometry().volume()));
  } else {
    plaquette_ = reference::plaquette(*host_).average();
  }
  return *plaquette_;
}

}  // namespace glueball
