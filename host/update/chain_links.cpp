#include "update/chain_links.hpp"

#include "lattice/transfer.hpp"
#include "linalg/convert.hpp"
#include "reference/plaquette.hpp"

namespace glueball {

ChainLinks::ChainLinks(MolecularDynamics& dynamics, const Configuration& start) : dynamics_(dynamics) {
  if (dynamics.exact()) device_.emplace(dynamics.exact()->lattice());
  set(start);
}

void ChainLinks::set(const Configuration& u) {
  host_ = u;
  plaquette_.reset();
  if (device_) upload(dynamics_.exact()->lattice(), u, *device_);
}

void ChainLinks::put() {
  if (device_)
    convert(dynamics_.exact()->lattice(), *device_, dynamics_.lattice(), dynamics_.links());
  else
    upload(dynamics_.lattice(), *host_, dynamics_.links());
}

void ChainLinks::take() {
  plaquette_.reset();
  if (device_) {
    ExactLinks& exact = *dynamics_.exact();
    exact.follow(dynamics_.links());
    convert(exact.lattice(), exact.links(), exact.lattice(), *device_);
    host_.reset();
  } else {
    host_ = dynamics_.configuration();
  }
}

const Configuration& ChainLinks::configuration() const {
  if (!host_) host_ = download(dynamics_.exact()->lattice(), *device_);
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
