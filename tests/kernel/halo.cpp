// The neighbours' sites that a split lattice holds: each of them is the one of the whole lattice.
#include "halo/halo.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/error.hpp"
#include "field/texels.hpp"
#include "field/transfer.hpp"
#include "halo/channels.hpp"
#include "halo/shared_memory.hpp"
#include "kernels/fermion.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/ranks.hpp"
#include "update/heatbath.hpp"

namespace glueball::test::kernel_halo {
namespace {

const Geometry& whole() {
  static const Geometry g({4, 6, 8, 12});
  return g;
}

LatticeOptions split(const DeviceLattice& like, const Domain& domain, int ghosts) {
  LatticeOptions options = like.options();
  options.domain = &domain;
  options.ghosts = std::uint32_t(ghosts);
  options.tiles = 0;
  return options;
}

/// The site of the whole lattice at a place of the box, and how many directions it is a ghost in.
struct Place {
  Site global;
  int ghost_of = 0;
  bool within = true;  ///< of `depth` layers
};

Place place(const DeviceLattice& lattice, const Site& box, int depth) {
  const Geometry& g = lattice.geometry();
  Place p{};
  for (int mu = 0; mu < kDirections; ++mu) {
    const int local = box[mu] - lattice.ghosts(mu), extent = g.whole_extents()[mu];
    p.global[mu] = (local + g.origin()[mu] + extent) % extent;
    p.ghost_of += local < 0 || local >= g.extent(mu);
    p.within = p.within && local >= -depth && local < g.extent(mu) + depth;
  }
  return p;
}

/// Calls see(half, whole_half, place) for every place of a plane that holds a site of that parity.
template <class See>
void for_each_place(const DeviceLattice& lattice, Parity parity, int depth, See see) {
  const Site box = lattice.box();
  for (int t = 0; t < box[3]; ++t)
    for (int z = 0; z < box[2]; ++z)
      for (int y = 0; y < box[1]; ++y)
        for (int x = 0; x < box[0]; ++x) {
          const Place p = place(lattice, {x, y, z, t}, depth);
          if (Geometry::parity(p.global) != parity || !p.within) continue;
          see(std::size_t(((t * box[2] + z) * box[1] + y) * box[0] + x) / 2, whole().half_index(p.global), p);
        }
}

/// Numbers in all texels and scales, no two alike, as a field has them in memory.
void fill(const Field& field, std::uint64_t seed) {
  const auto values = random_floats(field.texels() * 4, seed);
  in_precision(field.format(), [&](auto real) {
    using Real = decltype(real);
    Texels<Real> texels(field.texels());
    for (std::size_t n = 0; n < texels.size(); ++n)
      for (std::size_t k = 0; k < 4; ++k)
        // A colour vector's last two numbers in half precision stand for its scale.
        if (k < 2 || !field.format().in_half() || field.half_scale() != HalfScale::within ||
            n < field.texels() / 2)
          texels[n][k] = Real(values[4 * n + k]);
    send(texels, field);
  });
}

/// Counts the places of `part` whose numbers are not those of `all`, a field of the whole lattice. A site has
/// `numbers` complex numbers, each at slot(texels, half, k, site).
template <class Slot>
int differences(const Field& part, const Field& all, Parity parity, int depth, std::size_t numbers,
                Slot slot_of, int& corners) {
  return in_precision(part.format(), [&](auto real) {
    using Real = decltype(real);
    auto mine = fetch<Real>(part);
    auto wanted = fetch<Real>(all);
    int wrong = 0;
    for_each_place(part.lattice(), parity, depth, [&](std::size_t at, std::size_t n, const Place& p) {
      corners += p.ghost_of > 1;
      for (std::size_t k = 0; k < numbers; ++k) {
        const Real *a = slot_of(part, mine, k, at), *b = slot_of(all, wanted, k, n);
        if (a[0] != b[0] || a[1] != b[1]) ++wrong;
      }
    });
    return wrong;
  });
}

/// Copies the domain's own sites from the whole field, and nothing else.
template <class Slot>
void take_own(const Field& part, const Field& all, Parity parity, std::size_t numbers, Slot slot_of) {
  in_precision(part.format(), [&](auto real) {
    using Real = decltype(real);
    Texels<Real> mine(part.texels());
    auto wanted = fetch<Real>(all);
    for_each_place(part.lattice(), parity, 0, [&](std::size_t at, std::size_t n, const Place&) {
      for (std::size_t k = 0; k < numbers; ++k)
        std::copy_n(slot_of(all, wanted, k, n), 2, slot_of(part, mine, k, at));
    });
    send(mine, part);
  });
}

const auto spinor_slot = [](const Field& f, auto& texels, std::size_t k, std::size_t site) {
  return slot(texels, f.lattice().plane_sites(), k, site);
};
const auto colours_slot = [](const Field& f, auto& texels, std::size_t k, std::size_t site) {
  return colour_slot(f, texels, k, site);
};
/// Returns number k % n of direction k / n.
auto links_slot(const FieldFormat& format) {
  const std::size_t each = std::size_t(format.reconstruct) / 2;
  return [each](const Field& f, auto& texels, std::size_t k, std::size_t site) {
    return link_slot(f, texels, k / each * (texels.size() / kDirections), k % each, site);
  };
}

/// Returns the complex numbers of the links at a site.
std::size_t numbers_of(const FieldFormat& format) { return std::size_t(2 * format.reconstruct); }
/// Returns the format of long links in U(3).
FieldFormat far(const DeviceLattice& lattice) {
  FieldFormat format = lattice.format();
  format.reconstruct = FieldFormat::kFarReals;
  return format;
}

void check_grid(const DeviceLattice& like, const Site& ranks, int depth,
                Transport transport = Transport::best) {
  CAPTURE(RankGrid{ranks}.to_string());
  CAPTURE(depth);
  const RankGrid grid{ranks};
  const SpinorField spinor(like);
  const ColourField colours(like);
  const GaugeField u(like), l(like, far(like));
  fill(spinor, 1);
  fill(colours, 2);
  for (const Parity parity : kParities) {
    fill(u[parity], 3 + std::uint64_t(parity));
    fill(l[parity], 5 + std::uint64_t(parity));
  }
  int corners = 0;
  run_ranks(grid.size(), [&](Communicator& communicator) {
    const Domain domain(communicator, whole(), grid, transport);
    const DeviceLattice lattice(like.device(), domain.geometry(), split(like, domain, depth));
    SpinorField s(lattice);
    ColourField c(lattice);
    GaugeField v(lattice), w(lattice, far(lattice));
    take_own(s, spinor, Parity::odd, 12, spinor_slot);
    take_own(c, colours, Parity::even, 3, colours_slot);
    for (const auto& [part, all] : {std::pair{&v, &u}, {&w, &l}})
      for (const Parity parity : kParities)
        take_own((*part)[parity], (*all)[parity], parity, numbers_of(part->format()),
                 links_slot(part->format()));
    Halo halo(lattice);
    const HaloField fields[] = {{&s, Parity::odd}, {&c, Parity::even}};
    halo.exchange(fields, depth);
    halo.exchange(v, depth);
    halo.exchange(w, depth);
    CHECK(differences(s, spinor, Parity::odd, depth, 12, spinor_slot, corners) == 0);
    CHECK(differences(c, colours, Parity::even, depth, 3, colours_slot, corners) == 0);
    for (const auto& [part, all] : {std::pair{&v, &u}, {&w, &l}})
      for (const Parity parity : kParities)
        CHECK(differences((*part)[parity], (*all)[parity], parity, depth, numbers_of(part->format()),
                          links_slot(part->format()), corners) == 0);
    if (transport != Transport::best) CHECK(transports(lattice) == to_string(transport));
  });
  int splits = 0;
  for (const int n : ranks) splits += n > 1;
  CHECK((corners > 0) == (splits > 1));
}

TEST_SUITE("kernel") {
  TEST_CASE("halo: every neighbour at every depth, corners among them") {
    for_each_lattice(whole(), {.storage = false}, [](const DeviceLattice& like) {
      check_grid(like, {1, 1, 1, 2}, 1);
      check_grid(like, {1, 1, 2, 2}, 3);
      check_grid(like, {2, 1, 1, 1}, 1);
      check_grid(like, {1, 3, 1, 1}, 2);
    });
  }

  TEST_CASE("halo: through every transport") {
    for_each_lattice(whole(), {.storage = false}, [](const DeviceLattice& like) {
      for (const Transport transport : {Transport::messages, Transport::shared}) {
        CAPTURE(std::string(to_string(transport)));
        check_grid(like, {1, 1, 1, 2}, 1, transport);  // both neighbours are one
        check_grid(like, {1, 3, 1, 2}, 2, transport);
      }
    });
  }

  TEST_CASE("halo: many exchanges, small and large, and none takes what an earlier one sent") {
    for_each_lattice(whole(), {.storage = false}, [](const DeviceLattice& like) {
      const RankGrid grid{{1, 1, 1, 3}};
      run_ranks(grid.size(), [&](Communicator& communicator) {
        const Domain domain(communicator, whole(), grid);
        const DeviceLattice lattice(like.device(), domain.geometry(), split(like, domain, 1));
        Halo halo(lattice);
        for (int n = 0; n < 6; ++n) {
          ColourField all(like), part(lattice);
          SpinorField all_spins(like), part_spins(lattice);
          fill(all, 20 + std::uint64_t(n));
          fill(all_spins, 30 + std::uint64_t(n));
          take_own(part, all, Parity::even, 3, colours_slot);
          take_own(part_spins, all_spins, Parity::even, 12, spinor_slot);
          const HaloField small[] = {{&part, Parity::even}};
          halo.exchange(small, 1);
          int corners = 0;
          CHECK(differences(part, all, Parity::even, 1, 3, colours_slot, corners) == 0);
          if (n % 2 == 0) continue;
          const HaloField large[] = {{&part_spins, Parity::even}, {&part, Parity::even}};
          halo.exchange(large, 1);
          CHECK(differences(part_spins, all_spins, Parity::even, 1, 12, spinor_slot, corners) == 0);
        }
      });
    });
  }

  TEST_CASE("shared memory: of another process's name, another size or another mark there is none") {
    auto memory = SharedMemory::make(1000);
    REQUIRE(memory.has_value());
    CHECK(memory->bytes().size() == SharedMemory::kAlignment);
    auto same = SharedMemory::open(memory->name());
    REQUIRE(same.has_value());
    memory->bytes()[999] = std::byte{7};
    CHECK(same->bytes()[999] == std::byte{7});
    const auto other = [&](auto change) {
      SharedMemoryName name = memory->name();
      change(name);
      return SharedMemory::open(name).has_value();
    };
    CHECK_FALSE(other([](SharedMemoryName& n) { n.mark += 1; }));
    CHECK_FALSE(other([](SharedMemoryName& n) { n.bytes += 1; }));
    CHECK_FALSE(other([](SharedMemoryName& n) { n.process = 0; }));
    CHECK_FALSE(other([](SharedMemoryName& n) { n.descriptor = 0; }));
    CHECK_FALSE(other([](SharedMemoryName& n) { n.descriptor = -1; }));
    CHECK_FALSE(other([](SharedMemoryName& n) { n.host[3] = char(n.host[3] + 1); }));
  }

  TEST_CASE("a device that works on the host's memory copies to it and from it") {
    for_each_device([](gpu::Device& device) {
      const std::size_t size = SharedMemory::kAlignment;
      auto host = SharedMemory::make(size);
      REQUIRE(host.has_value());
      const DeviceLattice lattice(device, Geometry({2, 2, 2, 2}), preferred_options(device));
      const auto a = lattice.allocate_buffer(size), b = lattice.allocate_buffer(size);
      std::vector<std::byte> numbers(size), found(size);
      for (std::size_t n = 0; n < size; ++n) numbers[n] = std::byte(n * 7 + n / 256);
      gpu::Stream& stream = device.stream();
      stream.upload(*a, numbers);
      stream.copy(*a, *b, size);
      stream.download(*b, found);
      CHECK(found == numbers);
      CHECK_THROWS_AS(stream.copy(*a, *b, size + 1), Error);
      const std::size_t before = device.allocated();
      const auto there = device.import_host(host->bytes());
      CHECK((there != nullptr) == (device.info().host_alignment != 0));
      if (!there) return;
      CHECK(device.allocated() == before);
      stream.copy(*a, *there, size);
      stream.finish();
      CHECK(std::ranges::equal(host->bytes(), numbers));
      for (std::byte& byte : host->bytes()) byte ^= std::byte{0x55};
      stream.copy(*there, *b, size);
      stream.download(*b, found);
      CHECK(std::ranges::equal(host->bytes(), found));
    });
  }

  TEST_CASE("halo: of every format") {
    for_each_lattice(whole(), {.storage = false, .reconstruct = true, .in_double = true, .in_half = true},
                     [](const DeviceLattice& like) {
                       check_grid(like, {1, 1, 1, 2}, 1);
                     });
  }

  TEST_CASE("hops of quarks on a split lattice have the bits of the whole one") {
    const Configuration u = hot_configuration(whole(), 11);
    ParitySpinorField psi(whole().half_volume());
    const auto numbers = random_floats(24 * psi.size(), 12);
    for (std::size_t n = 0; n < psi.size(); ++n)
      for (int k = 0; k < 12; ++k)
        psi[n][k / 3][k % 3] = {numbers[24 * n + 2 * std::size_t(k)],
                                numbers[24 * n + 2 * std::size_t(k) + 1]};
    for_each_lattice(whole(), {.storage = false}, [&](const DeviceLattice& like) {
      const GaugeField links = on_device(like, u);
      const SpinorField source = on_device(like, psi);
      SpinorField hopped(like);
      kernels::WilsonDslash::run({like, kernels::WilsonDslash::kDagger},
                                 {.parity = std::uint32_t(Parity::even), .b = 1}, links[Parity::even],
                                 links[Parity::odd], source, source, hopped);
      const RankGrid grid{{2, 1, 1, 2}};
      int corners = 0;
      run_ranks(grid.size(), [&](Communicator& communicator) {
        const Domain domain(communicator, whole(), grid);
        const DeviceLattice lattice(like.device(), domain.geometry(), split(like, domain, 1));
        GaugeField v(lattice);
        SpinorField s(lattice), found(lattice);
        const auto link = links_slot(lattice.format());
        const std::size_t reals = std::size_t(2 * like.format().reconstruct);
        for (const Parity parity : kParities) take_own(v[parity], links[parity], parity, reals, link);
        take_own(s, source, Parity::odd, 12, spinor_slot);
        Halo halo(lattice);
        halo.exchange(v, 1);
        const HaloField changed[] = {{&s, Parity::odd}};
        halo.exchange(changed, 1);
        kernels::WilsonDslash::run({lattice, kernels::WilsonDslash::kDagger},
                                   {.parity = std::uint32_t(Parity::even), .b = 1}, v[Parity::even],
                                   v[Parity::odd], s, s, found);
        CHECK(differences(found, hopped, Parity::even, 0, 12, spinor_slot, corners) == 0);
      });
    });
  }

  TEST_CASE("halo: the interior and the boundary of a hop make up the whole") {
    const Configuration u = hot_configuration(whole(), 11);
    for_each_lattice(whole(), {.storage = false}, [&](const DeviceLattice& like) {
      const GaugeField links = on_device(like, u);
      SpinorField source(like), hopped(like);
      fill(source, 12);
      const auto hop = [](const DeviceLattice& l, const GaugeField& v, const SpinorField& s, SpinorField& out,
                          const Part& part) {
        Launch launch(l);
        launch.part = part;
        kernels::WilsonDslash::run(launch, {.parity = std::uint32_t(Parity::even), .b = 1}, v[Parity::even],
                                   v[Parity::odd], s, s, out);
      };
      hop(like, links, source, hopped, {});
      run_ranks(2, [&](Communicator& communicator) {
        const Domain domain(communicator, whole(), RankGrid{{1, 1, 1, 2}}, Transport::best, true);
        LatticeOptions options = split(like, domain, 3);
        options.workgroup = 32;  // three make up a time slice
        options.threads_per_site = 1;
        const DeviceLattice lattice(like.device(), domain.geometry(), options);
        REQUIRE(lattice.has_parts(Shape::hops, 1));
        CHECK_FALSE(lattice.has_parts(Shape::hops, 3));  // of six time slices nothing is left
        CHECK_FALSE(lattice.has_parts(Shape::links, 1));
        GaugeField v(lattice);
        SpinorField s(lattice), found(lattice);
        for (const Parity parity : kParities)
          take_own(v[parity], links[parity], parity, std::size_t(2 * like.format().reconstruct),
                   links_slot(lattice.format()));
        take_own(s, source, Parity::odd, 12, spinor_slot);
        fill(found, 13);
        Halo halo(lattice);
        halo.exchange(v, 1);
        std::vector<int> different;
        halo.run_hop(s, Parity::odd, 1, true, HaloField::Reader::hop, [&](const Part& part) {
          hop(lattice, v, s, found, part);
          int corners = 0;
          different.push_back(differences(found, hopped, Parity::even, 0, 12, spinor_slot, corners));
        });
        const int slice = 4 / 2 * 6 * 8;
        CHECK(different == std::vector<int>{2 * slice * 12, 0});
      });
    });
  }

  TEST_CASE("heatbath: the same links and plaquettes on two ranks") {
    const Geometry g({4, 4, 4, 8});
    const RankGrid grid{{1, 1, 1, 2}};
    for_each_device([&](gpu::Device& device) {
      const HeatbathParameters parameters{.couplings = {.beta = 5.7}, .overrelaxation = 1, .seed = 5};
      GaugeHeatbath alone(device, preferred_options(device), parameters, hot_configuration(g, 5));
      for (int step = 1; step <= 2; ++step) alone.sweep(step);
      const Configuration wanted = alone.configuration();
      const Plaquettes plaquette = alone.plaquette();
      const double deviation = alone.unitarity_deviation();
      run_ranks(grid.size(), [&](Communicator& communicator) {
        const Domain domain(communicator, g, grid, Transport::best, true);
        LatticeOptions mine = preferred_options(device);
        mine.domain = &domain;
        mine.workgroup = 32;  // a time slice is one, so that boundaries go first
        GaugeHeatbath part(device, mine, parameters, hot_configuration(domain.geometry(), 5));
        for (int step = 1; step <= 2; ++step) part.sweep(step);
        CHECK(other_links(part.configuration(), wanted) == 0);
        const Plaquettes mean = part.plaquette();
        CHECK(mean.spatial == plaquette.spatial);
        CHECK(mean.temporal == plaquette.temporal);
        CHECK(part.unitarity_deviation() == deviation);
      });
    });
  }
}

TEST_SUITE("slow") {
  TEST_CASE("halo: on up to 16 ranks, and links in a range for each direction") {
    for_each_lattice(whole(), {.storage = false, .split = true}, [](const DeviceLattice& like) {
      check_grid(like, {2, 3, 1, 1}, 2);
      check_grid(like, {1, 1, 1, 6}, 2);
      check_grid(like, {2, 1, 4, 2}, 1);
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_halo
