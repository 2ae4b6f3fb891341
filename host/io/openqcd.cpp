#include "io/openqcd.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "io/byte_order.hpp"
#include "io/time_first.hpp"

namespace glueball::io {
namespace {

constexpr std::int32_t kLargestExtent = 4096;

/// The header of either format: [colours,] four extents, time first, and a plaquette.
struct OpenqcdHeader {
  std::array<std::int32_t, 4> extents{};  ///< t, x, y, z
  double plaquette = 0;                   ///< as stored
  double normalisation = 1;               ///< plaquette of a cold start
  std::uint64_t bytes = 0;                ///< offset of the data
  std::endian order = std::endian::little;
  LinkEncoding encoding() const { return {.precision = 64, .order = order}; }
  Site xyzt() const { return {extents[1], extents[2], extents[3], extents[0]}; }
};

std::optional<OpenqcdHeader> openqcd_header(const InputFile& file) {
  const auto bytes = file.read_up_to(0, 24);
  if (bytes.size() < 24) return std::nullopt;
  OpenqcdHeader h;
  h.order = std::endian::little;
  h.bytes = 24;
  for (int k = 0; k < 4; ++k) h.extents[k] = load<std::int32_t>(bytes.data() + 4 * k, h.order);
  h.plaquette = load<double>(bytes.data() + 16, h.order);
  h.normalisation = 3;  // the file stores the average of Re tr
  return h;
}

std::optional<OpenqcdHeader> hirep_header(const InputFile& file) {
  const auto bytes = file.read_up_to(0, 28);
  static constexpr std::int32_t kColours = 3;
  if (bytes.size() < 28 || load<std::int32_t>(bytes.data(), std::endian::big) != kColours)
    return std::nullopt;
  OpenqcdHeader h;
  h.order = std::endian::big;
  h.bytes = 28;
  for (int k = 0; k < 4; ++k) h.extents[k] = load<std::int32_t>(bytes.data() + 4 + 4 * k, h.order);
  h.plaquette = load<double>(bytes.data() + 20, h.order);
  return h;
}

bool makes_sense(const std::optional<OpenqcdHeader>& h) {
  if (!h) return false;
  for (const auto extent : h->extents)
    if (extent < 1 || extent > kLargestExtent) return false;
  return std::abs(h->plaquette) <= h->normalisation * (1 + 1e-9);
}

/// The common base of both formats: a plaquette instead of a checksum. HiRep stores all sites.
class PlaquetteSource : public TimeFirstSource {
 public:
  PlaquetteSource(std::shared_ptr<const InputFile> file, const Geometry& geometry, FileHeader header,
                  std::uint64_t offset, const ReadOptions& options)
      : TimeFirstSource(std::move(file), geometry, std::move(header), offset, options) {
    tolerance_ = 1e-8;
  }
};

/// HiRep with Schroedinger-functional boundaries writes all links at t = 0 and the time-like links of the
/// last time slice as 1. Those boundaries are fixed, and the average plaquette of its header leaves them out.
/// With open boundaries the time-like links of the last time slice are 0. The average of that header has
/// other weights, so that it is not compared and Su3Check tells the boundaries.
class HirepSource : public PlaquetteSource {
 public:
  using PlaquetteSource::PlaquetteSource;

 protected:
  void read(int t, std::span<Matrix3> links) override {
    PlaquetteSource::read(t, links);
    const bool first = t == 0, last = t == geometry_.extent(3) - 1;
    for (std::size_t n = 0; n < links.size(); ++n) {
      const bool one = links[n] == Matrix3::identity();
      if (first || (last && n % kDirections == 3)) fixed_ = fixed_ && one;
      if (last && n % kDirections == 3) open_ = open_ && links[n] == Matrix3{};
      cold_ = cold_ && one;
    }
  }
  void verify_checksum() override {
    if (open_) header_.header_plaquette.reset();
    if (fixed_ && !cold_ && !options_.ignore_checksum)
      file_->refuse(
          fmt::format(
              "has Schroedinger-functional boundaries, which glueball does not simulate: all links at "
              "t = 0 and the time-like links at t = {} are 1",
              geometry_.extent(3) - 1),
          "<ignore_checksum> reads it as a periodic lattice");
  }

 private:
  bool fixed_ = true, open_ = true, cold_ = true;
};

/// openQCD stores odd sites only, each with the links that start there and those that end there.
class OpenqcdSource : public PlaquetteSource {
 public:
  using PlaquetteSource::PlaquetteSource;

 protected:
  void read(int t, std::span<Matrix3> links) override {
    odd_sites(t, [&](const Site& s, int mu, bool leaves, std::span<const std::byte> bytes) {
      if (mu == 3 && !leaves) return;  // a link of the time slice before
      decode(bytes,
             links[number(leaves ? s : geometry_.neighbour(s, mu, -1)) * kDirections + std::size_t(mu)]);
    });
    // The time-like links of this slice's even sites end at odd sites of the next slice.
    odd_sites((t + 1) % geometry_.extent(3),
              [&](const Site& s, int mu, bool leaves, std::span<const std::byte> bytes) {
                if (mu == 3 && !leaves) decode(bytes, links[number(s) * kDirections + 3]);
              });
  }

 private:
  void decode(std::span<const std::byte> bytes, Matrix3& link) const {
    decode_links(bytes, encoding(), std::span(&link, 1));
  }

  template <class Visit>
  void odd_sites(int t, Visit visit) const {
    const std::size_t size = encoding().bytes_per_link();
    planes(t, [&](int x, std::span<const std::byte> rest) {
      for (int y = 0; y < geometry_.extent(1); ++y)
        for (int z = 0; z < geometry_.extent(2); ++z) {
          const Site s{x, y, z, t};
          if (Geometry::parity(s) == Parity::even) continue;
          for (const int mu : kTimeFirst)
            for (const bool leaves : {true, false}) {
              visit(s, mu, leaves, rest.first(size));
              rest = rest.subspan(size);
            }
        }
    });
  }
};

/// Opens a file with geometry and length checked; links are not read yet.
template <class Source>
std::unique_ptr<GaugeSource> opened(std::shared_ptr<const InputFile> file, const OpenqcdHeader& h,
                                    const std::string& format, const ReadOptions& options) {
  const Geometry geometry = stated_geometry(*file, h.xyzt(), options);
  file->require(h.bytes, std::uint64_t(geometry.volume()) * h.encoding().bytes_per_site(),
                format + " " + geometry.to_string());
  FileHeader out{.format = format, .order = h.order, .header_plaquette = h.plaquette / h.normalisation};
  out.header["plaquette"] = fmt::format("{}", h.plaquette);  // all digits, so that it can be written again
  return std::make_unique<Source>(std::move(file), geometry, std::move(out), h.bytes, options);
}

}  // namespace

bool looks_like_openqcd(const InputFile& file) { return makes_sense(openqcd_header(file)); }
bool looks_like_hirep(const InputFile& file) { return makes_sense(hirep_header(file)); }

std::unique_ptr<GaugeSource> open_openqcd(std::shared_ptr<const InputFile> file, const ReadOptions& options) {
  const auto header = openqcd_header(*file);
  if (!makes_sense(header)) file->refuse("not an openQCD configuration");
  return opened<OpenqcdSource>(std::move(file), *header, "openqcd", options);
}

std::unique_ptr<GaugeSource> open_hirep(std::shared_ptr<const InputFile> file, const ReadOptions& options) {
  const auto header = hirep_header(*file);
  if (!makes_sense(header)) file->refuse("not a HiRep SU(3) configuration");
  return opened<HirepSource>(std::move(file), *header, "hirep", options);
}

}  // namespace glueball::io
