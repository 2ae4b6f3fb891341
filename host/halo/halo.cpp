#include "halo/halo.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "halo/channels.hpp"
#include "kernels/halo.hpp"

namespace glueball {
namespace {

/// Words of a field at a site (shaders/args/halo.h): those of one memory, of which a field may have several.
struct Words {
  std::uint32_t group, groups, planes, words, tail;
  std::size_t a_site() const { return groups * (std::size_t(planes) * words + tail); }
  std::size_t invocations(std::uint32_t flags) const {
    return flags == kernels::kBySite ? groups * std::size_t(planes + (tail != 0 ? 1 : 0)) : a_site();
  }
};

Words words_of(const HaloField& f) {
  const Field& field = *f.field;
  const auto words = std::uint32_t(field.format().texel_bytes() / sizeof(std::uint32_t));
  if (f.links == 0) {
    const std::uint32_t half_plane = field.reals() % 4 != 0 ? words / 2 : 0;
    const std::uint32_t unit = field.units() == Units::beside && field.format().in_half() ? 1 : 0;
    return {0, 1, field.planes(), words, half_plane + unit};
  }
  const bool nine = field.format().ninths_share(), pieces = field.pieces() > 1, one = f.mu >= 0;
  return {.group = one && !pieces ? std::uint32_t(f.mu) : 0,
          .groups = one || pieces ? 1u : f.links,
          .planes = nine ? 4 : field.format().link_planes(),
          .words = words,
          .tail = nine ? words / 2 : 0};
}

/// A box of sites in memory.
struct Region {
  Site first, last;  ///< one behind

  std::uint32_t pair() const { return std::uint32_t(first[0] / 2); }
  std::uint32_t pairs() const { return std::uint32_t((last[0] + 1) / 2) - pair(); }
  /// Places for sites of one parity; some remain empty where x has an odd extent.
  std::size_t sites() const {
    return std::size_t(pairs()) * std::size_t(last[1] - first[1]) * std::size_t(last[2] - first[2]) *
           std::size_t(last[3] - first[3]);
  }
};

/// The sites of the box, from the domain's own along mu, that lie `from` <= x_mu < `to` there. Directions
/// before mu have their ghosts by now.
Region region(const DeviceLattice& lattice, int depth, int mu, int from, int to) {
  Region r{};
  for (int nu = 0; nu < kDirections; ++nu) {
    const int ghosts = lattice.ghosts(nu), around = nu < mu && ghosts > 0 ? depth : 0;
    r.first[nu] = ghosts + (nu == mu ? from : -around);
    r.last[nu] = ghosts + (nu == mu ? to : lattice.geometry().extent(nu) + around);
  }
  return r;
}

args::HaloArgs arguments(const Region& r, Parity parity, const Words& w, std::size_t at) {
  return {.parity = std::uint32_t(parity),
          .pair = r.pair(),
          .pairs = r.pairs(),
          .first_x = std::uint32_t(r.first[0]),
          .last_x = std::uint32_t(r.last[0]),
          .y = std::uint32_t(r.first[1]),
          .z = std::uint32_t(r.first[2]),
          .t = std::uint32_t(r.first[3]),
          .extent_y = std::uint32_t(r.last[1] - r.first[1]),
          .extent_z = std::uint32_t(r.last[2] - r.first[2]),
          .extent_t = std::uint32_t(r.last[3] - r.first[3]),
          .group = w.group,
          .groups = w.groups,
          .planes = w.planes,
          .words = w.words,
          .tail = w.tail,
          .at = std::uint32_t(at)};
}

/// Calls see(memory, parity, words, at) for every memory of the fields; `at` is where its words of the region
/// lie in a message. Returns how many words that has.
template <class See>
std::size_t for_each_memory(std::span<const HaloField> fields, const Region& r, See see) {
  std::size_t at = 0;
  for (const HaloField& f : fields) {
    const Words w = words_of(f);
    const bool split = f.field->pieces() > 1;
    for (std::uint32_t n = 0; n < f.field->pieces(); ++n) {
      if (split && f.mu >= 0 && n != std::uint32_t(f.mu)) continue;
      see(f.field->piece(n), f.parity, w, at);
      at += w.a_site() * r.sites();
    }
  }
  return at;
}

}  // namespace

void Halo::exchange(std::span<const HaloField> fields, int depth, int mu) {
  const int extent = lattice_.geometry().extent(mu);
  const bool software = lattice_.device().info().type == gpu::DeviceType::software;
  const std::uint32_t flags = software ? kernels::kBySite : 0;
  // What the neighbour one back gets, what the one further gets; and where goes what comes from them.
  const Region out[] = {region(lattice_, depth, mu, 0, depth),
                        region(lattice_, depth, mu, extent - depth, extent)};
  const Region in[] = {region(lattice_, depth, mu, -depth, 0),
                       region(lattice_, depth, mu, extent, extent + depth)};
  const std::size_t bytes = for_each_memory(fields, out[0], [](auto&&...) {}) * sizeof(std::uint32_t);
  Channels::Both& channels = Channels::of(lattice_).along(mu, bytes);
  for (std::size_t side = 0; side < 2; ++side)
    for_each_memory(fields, out[side],
                    [&](const auto& memory, Parity parity, const Words& w, std::size_t at) {
                      kernels::Pack::run({lattice_, flags}, w.invocations(flags) * out[side].sites(),
                                         arguments(out[side], parity, w, at), BoundMemory(memory),
                                         channels[side]->outgoing());
                    });
  exchange_messages(*lattice_.domain(), mu, {channels[0].get(), channels[1].get()}, bytes);
  for (std::size_t side = 0; side < 2; ++side) {
    const BoundMemory& arrived = channels[side]->arrived(bytes);
    for_each_memory(fields, in[side], [&](const auto& memory, Parity parity, const Words& w, std::size_t at) {
      BoundMemory to(memory);
      kernels::Unpack::run({lattice_, flags}, w.invocations(flags) * in[side].sites(),
                           arguments(in[side], parity, w, at), arrived, to);
    });
  }
}

void Halo::exchange(std::span<const HaloField> fields, int depth) {
  if (lattice_.domain() == nullptr) return;
  if (depth < 1 || depth > int(lattice_.options().ghosts))
    throw std::logic_error("Halo: " + std::to_string(depth) + " layers");
  for (int mu = 0; mu < kDirections; ++mu)
    if (lattice_.geometry().is_split(mu)) exchange(fields, depth, mu);
}

}  // namespace glueball
