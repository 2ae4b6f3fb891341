#include "halo/halo.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "halo/channels.hpp"
#include "kernels/halo.hpp"

namespace glueball {
namespace {

/// The 32-bit words of a field at a site in one memory (shaders/args/halo.h); a field may have several
/// memories.
struct Words {
  std::uint32_t group, groups, planes, words, tail;
  std::uint32_t interleaved = 1;
  std::uint32_t of_planes = planes;  ///< planes of the field
  std::uint32_t first[2] = {0, 0};   ///< first plane that is sent to the neighbours back and further
  std::size_t a_site() const { return groups * (std::size_t(planes) * words + tail); }
  /// Returns the invocations of a kernel for each site of a region: one a plane.
  std::size_t invocations() const { return groups * std::size_t(planes + (tail != 0 ? 1 : 0)); }
};

Words words_of(const HaloField& f) {
  const Field& field = *f.field;
  const auto words = std::uint32_t(field.format().texel_bytes() / sizeof(std::uint32_t));
  if (f.links == 0) {
    const std::uint32_t reals = field.reals() / f.vectors, half_plane = reals % 4 != 0 ? words / 2 : 0;
    const std::uint32_t half_scale =
        field.half_scale() == HalfScale::beside && field.format().in_half() ? 1 : 0;
    return {0,
            f.vectors,
            f.vectors > 1 ? reals / 4 : field.planes(),
            words,
            half_plane + half_scale,
            field.interleaved().planes};
  }
  const bool odd = field.format().lasts_share(), pieces = field.pieces() > 1, one = f.mu >= 0;
  return {.group = one && !pieces ? std::uint32_t(f.mu) : 0,
          .groups = one || pieces ? 1u : f.links,
          .planes = odd ? field.format().whole_link_planes() : field.format().link_planes(),
          .words = words,
          .tail = odd ? words / 2 : 0,
          .interleaved = field.interleaved().planes};
}

/// Returns the words that are exchanged along mu.
Words words_along(const HaloField& f, int mu) {
  Words w = words_of(f);
  constexpr std::uint32_t kSpinorPlanes = 6;
  if (f.reader == HaloField::Reader::all_spins || mu != kDirections - 1 || w.planes != kSpinorPlanes)
    return w;
  // In shaders/lib/spinor.glsl the second half of the spins has gamma_t = -1. (1 - gamma_t) psi of the
  // neighbour further in time needs these alone, (1 + gamma_t) psi the others.
  w.planes /= 2;
  w.first[f.reader == HaloField::Reader::hop ? 0 : 1] = w.planes;
  return w;
}

/// A box of sites in memory.
struct Region {
  Site first, last;  ///< `last` is one past the end

  std::uint32_t pair() const { return std::uint32_t(first[0] / 2); }
  std::uint32_t pairs() const { return std::uint32_t((last[0] + 1) / 2) - pair(); }
  /// Returns the places for sites of one parity; some are unused if x has an odd extent.
  std::size_t sites() const {
    return std::size_t(pairs()) * std::size_t(last[1] - first[1]) * std::size_t(last[2] - first[2]) *
           std::size_t(last[3] - first[3]);
  }
};

/// Returns the sites of the box with `from` <= x_mu < `to`, counted from the domain's own first site.
/// Directions before mu include their ghosts, which have been exchanged by now.
Region region(const DeviceLattice& lattice, int depth, int mu, int from, int to) {
  Region r{};
  for (int nu = 0; nu < kDirections; ++nu) {
    const int ghosts = lattice.ghosts(nu), around = nu < mu && ghosts > 0 ? depth : 0;
    r.first[nu] = ghosts + (nu == mu ? from : -around);
    r.last[nu] = ghosts + (nu == mu ? to : lattice.geometry().extent(nu) + around);
  }
  return r;
}

args::HaloArgs arguments(const std::array<Region, 2>& r, Parity parity, const Words& w, bool out,
                         std::size_t at) {
  const auto corner = [&](std::size_t side, int nu) { return std::uint32_t(r[side].first[nu]); };
  const auto extent = [&](int nu) { return std::uint32_t(r[0].last[nu] - r[0].first[nu]); };
  return {.parity = std::uint32_t(parity),
          .pair = r[0].pair(),
          .first_x = corner(0, 0),
          .last_x = std::uint32_t(r[0].last[0]),
          .y = corner(0, 1),
          .z = corner(0, 2),
          .t = corner(0, 3),
          .further_pair = r[1].pair(),
          .further_first_x = corner(1, 0),
          .further_last_x = std::uint32_t(r[1].last[0]),
          .further_y = corner(1, 1),
          .further_z = corner(1, 2),
          .further_t = corner(1, 3),
          .pairs = r[0].pairs(),
          .extent_y = extent(1),
          .extent_z = extent(2),
          .extent_t = extent(3),
          .group = w.group,
          .groups = w.groups,
          .planes = w.planes,
          .tail = w.tail,
          .at = std::uint32_t(at),
          .of_planes = w.of_planes,
          .interleaved = w.interleaved,
          .first = w.first[out ? 0 : 1],
          .further_first = w.first[out ? 1 : 0]};
}

/// Calls see(memory, parity, words, at) for every memory of the fields; `at` is the offset in the message.
/// Returns the words of the message.
template <class See>
std::size_t for_each_memory(std::span<const HaloField> fields, int mu, const Region& r, See see) {
  std::size_t at = 0;
  for (const HaloField& f : fields) {
    const Words w = words_along(f, mu);
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

void Halo::start(int mu) {
  const std::span fields = std::span(fields_).first(count_);
  const int extent = lattice_.geometry().extent(mu);
  // The first region is sent to the neighbour one back, the second to the one further.
  const std::array out = {region(lattice_, depth_, mu, 0, depth_),
                          region(lattice_, depth_, mu, extent - depth_, extent)};
  bytes_ = for_each_memory(fields, mu, out[0], [](auto&&...) {}) * sizeof(std::uint32_t);
  Channels::Both& channels = Channels::of(lattice_).along(mu, bytes_);
  for_each_memory(fields, mu, out[0], [&](const auto& memory, Parity parity, const Words& w, std::size_t at) {
    kernels::Pack::run({lattice_, kernels::words_flags(lattice_, w.words)},
                       2 * w.invocations() * out[0].sites(), arguments(out, parity, w, true, at),
                       BoundMemory(memory), channels[0]->outgoing(), channels[1]->outgoing());
  });
  submitted_ = begin_messages(lattice_.stream(), {channels[0].get(), channels[1].get()}, bytes_);
  mu_ = mu;
}

void Halo::complete() {
  const int extent = lattice_.geometry().extent(mu_);
  Channels::Both& channels = Channels::of(lattice_).along(mu_, bytes_);
  complete_messages(*lattice_.domain(), mu_, {channels[0].get(), channels[1].get()}, bytes_, submitted_);
  const std::array in = {region(lattice_, depth_, mu_, -depth_, 0),
                         region(lattice_, depth_, mu_, extent, extent + depth_)};
  const BoundMemory &back = channels[0]->arrived(bytes_), &further = channels[1]->arrived(bytes_);
  for_each_memory(std::span(fields_).first(count_), mu_, in[0],
                  [&](const auto& memory, Parity parity, const Words& w, std::size_t at) {
                    BoundMemory to(memory);
                    Launch launch(lattice_, kernels::words_flags(lattice_, w.words));
                    launch.apart = &to;  // concurrent kernels do not use ghosts
                    kernels::Unpack::run(launch, 2 * w.invocations() * in[0].sites(),
                                         arguments(in, parity, w, false, at), back, further, to);
                  });
  mu_ = -1;
}

void Halo::begin(std::span<const HaloField> fields, int depth) {
  if (lattice_.domain() == nullptr) return;
  if (depth < 1 || depth > int(lattice_.options().ghosts))
    throw std::logic_error("Halo: " + std::to_string(depth) + " layers");
  if (fields.size() > kMost || mu_ >= 0)
    throw std::logic_error("Halo: one exchange at a time, of two fields");
  std::copy(fields.begin(), fields.end(), fields_.begin());
  count_ = fields.size();
  depth_ = depth;
  for (int mu = 0; mu < kDirections; ++mu) {
    if (!lattice_.geometry().is_split(mu)) continue;
    finish();
    start(mu);
  }
}

void Halo::finish() {
  if (mu_ >= 0) complete();
}

}  // namespace glueball
