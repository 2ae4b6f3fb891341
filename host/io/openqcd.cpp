#include "io/openqcd.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "io/byte_order.hpp"
#include "io/header_checks.hpp"
#include "io/link_codec.hpp"

namespace glueball::io {
namespace {

// Directions of both formats: time first.
constexpr std::array<int, kDirections> kDirection = {3, 0, 1, 2};
constexpr std::int32_t kLargestExtent = 4096;

/// Both headers: [colours,] four extents, time first, and a plaquette.
struct Header {
  std::array<std::int32_t, 4> extents{};  ///< t, x, y, z
  double plaquette = 0;                   ///< normalised to 1
  std::uint64_t bytes = 0;                ///< the data start here
  std::endian order = std::endian::little;
  LinkEncoding encoding() const { return {.precision = 64, .order = order}; }
  Site xyzt() const { return {extents[1], extents[2], extents[3], extents[0]}; }
};

std::optional<Header> openqcd_header(const InputFile& file) {
  const auto bytes = file.read_up_to(0, 24);
  if (bytes.size() < 24) return std::nullopt;
  Header h;
  h.order = std::endian::little;
  h.bytes = 24;
  for (int k = 0; k < 4; ++k) h.extents[k] = load<std::int32_t>(bytes.data() + 4 * k, h.order);
  h.plaquette = load<double>(bytes.data() + 16, h.order) / 3.0;  // stored: the average of Re tr
  return h;
}

std::optional<Header> hirep_header(const InputFile& file) {
  const auto bytes = file.read_up_to(0, 28);
  static constexpr std::int32_t kColours = 3;
  if (bytes.size() < 28 || load<std::int32_t>(bytes.data(), std::endian::big) != kColours)
    return std::nullopt;
  Header h;
  h.order = std::endian::big;
  h.bytes = 28;
  for (int k = 0; k < 4; ++k) h.extents[k] = load<std::int32_t>(bytes.data() + 4 + 4 * k, h.order);
  h.plaquette = load<double>(bytes.data() + 20, h.order);
  return h;
}

bool makes_sense(const std::optional<Header>& h) {
  if (!h) return false;
  for (const auto extent : h->extents)
    if (extent < 1 || extent > kLargestExtent) return false;
  return std::abs(h->plaquette) <= 1.0 + 1e-9;
}

/// The common beginning: geometry and length checked, links not yet read.
ConfigurationFile opened(const InputFile& file, const Header& h, const std::string& format,
                         const ReadOptions& options) {
  const Geometry geometry = stated_geometry(file, h.xyzt(), options);
  file.require(h.bytes, std::uint64_t(geometry.volume()) * h.encoding().bytes_per_site(),
               format + " " + geometry.to_string());
  ConfigurationFile out{.configuration = Configuration(geometry), .format = format};
  out.header_plaquette = h.plaquette;
  return out;
}

void verify(const InputFile& file, const ConfigurationFile& out, const ReadOptions& options) {
  check_average(file, "plaquette", *out.header_plaquette, average_plaquette(out.configuration), 1e-8,
                options);
}

/// Reads one time slice's bytes: V/T sites of four links each, in the file's own order.
std::vector<std::byte> read_slice(const InputFile& file, const Header& h, int t) {
  const std::size_t sites = std::size_t(h.extents[1]) * std::size_t(h.extents[2]) * std::size_t(h.extents[3]);
  std::vector<std::byte> slice(sites * h.encoding().bytes_per_site());
  file.read(h.bytes + std::uint64_t(t) * slice.size(), slice);
  return slice;
}

/// Visits the sites of a slice, z fastest, then y, then x.
template <class Visit>
void for_sites_of_slice(const Header& h, int t, Visit visit) {
  for (int x = 0; x < h.extents[1]; ++x)
    for (int y = 0; y < h.extents[2]; ++y)
      for (int z = 0; z < h.extents[3]; ++z) visit(Site{x, y, z, t});
}

}  // namespace

bool looks_like_openqcd(const InputFile& file) { return makes_sense(openqcd_header(file)); }
bool looks_like_hirep(const InputFile& file) { return makes_sense(hirep_header(file)); }

ConfigurationFile read_openqcd(const InputFile& file, const ReadOptions& options) {
  const auto header = openqcd_header(file);
  if (!makes_sense(header)) file.refuse("not an openQCD configuration");
  ConfigurationFile out = opened(file, *header, "openqcd", options);
  const Geometry& g = out.configuration.geometry();
  const LinkEncoding encoding = header->encoding();
  for (int t = 0; t < g.extent(3); ++t) {
    const auto slice = read_slice(file, *header, t);
    std::span<const std::byte> rest = slice;
    auto next = [&](const Site& s, int mu) {
      const std::size_t size = encoding.bytes_per_link();
      decode_links(rest.first(size), encoding, std::span(&out.configuration.link(s, mu), 1));
      rest = rest.subspan(size);
    };
    // Only odd sites are stored, each with the links that leave it and those that arrive at it.
    for_sites_of_slice(*header, t, [&](const Site& s) {
      if (Geometry::parity(s) == Parity::even) return;
      for (const int mu : kDirection) {
        next(s, mu);
        next(g.neighbour(s, mu, -1), mu);
      }
    });
  }
  verify(file, out, options);
  return out;
}

ConfigurationFile read_hirep(const InputFile& file, const ReadOptions& options) {
  const auto header = hirep_header(file);
  if (!makes_sense(header)) file.refuse("not a HiRep SU(3) configuration");
  ConfigurationFile out = opened(file, *header, "hirep", options);
  for (int t = 0; t < header->extents[0]; ++t) {
    const auto slice = read_slice(file, *header, t);
    std::array<Matrix3, kDirections> links;
    std::size_t at = 0;
    for_sites_of_slice(*header, t, [&](const Site& s) {
      const std::size_t size = header->encoding().bytes_per_site();
      decode_links(std::span(slice).subspan(at, size), header->encoding(), links);
      for (int k = 0; k < kDirections; ++k) out.configuration.link(s, kDirection[k]) = links[k];
      at += size;
    });
  }
  verify(file, out, options);
  return out;
}

}  // namespace glueball::io
