#include "update/chain_ranlux.hpp"

#include <span>

#include "comm/gather.hpp"
#include "cpu/ranlux.hpp"

namespace glueball {
namespace {

/// Returns the number among the whole lattice's generators of a site of a part.
std::size_t number_in(const Geometry& whole, const Geometry& part, Parity parity, std::size_t n) {
  return std::size_t(parity) * whole.half_volume() + whole.half_index(part.global(part.half_site(parity, n)));
}

}  // namespace

ChainRanlux::ChainRanlux(const DeviceLattice& lattice, std::uint64_t seed, int luxury)
    : lattice_(lattice), sites_(lattice, luxury) {
  restore(cpu::ranlux_start(lattice.geometry(), seed));
}

double ChainRanlux::uniform() {
  cpu::Ranlux ranlux(whole_, sites_.skipped());
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

std::vector<RanluxWords> ChainRanlux::whole_state() const {
  const Domain* domain = lattice_.domain();
  std::vector<RanluxWords> mine = state();
  if (domain == nullptr) return mine;
  const auto parts = parts_of(domain->ranks(), std::span<const RanluxWords>(mine),
                              [&](int rank) { return domain->geometry(rank).volume() + 1; });
  if (!domain->ranks().first()) return {};
  const Geometry& whole = domain->whole();
  std::vector<RanluxWords> all(whole.volume() + 1, whole_);
  for (int rank = 0; rank < domain->ranks().size(); ++rank) {
    const Geometry g = domain->geometry(rank);
    for (const Parity parity : kParities)
      for (std::size_t n = 0; n < g.half_volume(); ++n)
        all[number_in(whole, g, parity, n)] = parts.of(rank)[std::size_t(parity) * g.half_volume() + n];
  }
  return all;
}

void ChainRanlux::restore_whole(const std::vector<RanluxWords>& state) {
  const Domain* domain = lattice_.domain();
  if (domain == nullptr) return restore(state);
  std::vector<RanluxWords> all = state;
  all.resize(domain->whole().volume() + 1);
  domain->ranks().broadcast(std::as_writable_bytes(std::span(all)), 0);
  const Geometry& g = domain->geometry();
  std::vector<RanluxWords> own;
  for (const Parity parity : kParities)
    for (std::size_t n = 0; n < g.half_volume(); ++n)
      own.push_back(all[number_in(domain->whole(), g, parity, n)]);
  own.push_back(all.back());
  restore(std::move(own));
}

}  // namespace glueball
