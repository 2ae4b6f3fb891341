#include <cmath>

#include "io/byte_order.hpp"
#include "io/link_codec.hpp"
#include "io/openqcd.hpp"
#include "io/pieces.hpp"
#include "io/time_first.hpp"

namespace glueball::io {
namespace {

constexpr std::size_t kOpenqcdHeaderBytes = 24;
constexpr LinkEncoding kEncoding{.precision = 64, .order = std::endian::little};

/// The sink stores an odd site with the links that end there, so it keeps the time-like links of the slice
/// before. Those of the last slice end in the first; they are filled in at the end.
class OpenqcdSink : public GaugeSink {
 public:
  OpenqcdSink(const std::filesystem::path& path, const Geometry& geometry, const WriteOptions& options)
      : GaugeSink(path, geometry, options),
        before_(geometry.volume() / std::size_t(geometry.extent(3)) / 2),
        plane_(std::size_t(geometry.extent(1)) * std::size_t(geometry.extent(2)) *
               kEncoding.bytes_per_site()) {
    std::array<std::byte, kOpenqcdHeaderBytes> header{};
    for (int k = 0; k < kDirections; ++k)
      store(std::int32_t(geometry.extent(kTimeFirst[k])), std::endian::little, header.data() + 4 * k);
    file_.write(header);
  }

 protected:
  void write(int t, std::span<const Matrix3> links) override {
    const std::uint64_t at = file_.extend(std::size_t(geometry_.extent(0)) * plane_);
    for_pieces(std::size_t(geometry_.extent(0)), plane_, [&](std::size_t first, std::span<std::byte> bytes) {
      std::span<std::byte> rest = bytes;
      auto put = [&](const Matrix3& link) {
        encode_links(std::span(&link, 1), kEncoding, rest.first(kEncoding.bytes_per_link()));
        rest = rest.subspan(kEncoding.bytes_per_link());
      };
      for (int x = int(first); !rest.empty(); ++x)
        for_odd(t, x, [&](const Site& s) {
          for (const int mu : kTimeFirst) {
            put(links[slot(s) * kDirections + std::size_t(mu)]);
            put(mu == 3 ? before_[slot(s) / 2]
                        : links[slot(geometry_.neighbour(s, mu, -1)) * kDirections + std::size_t(mu)]);
          }
        });
      file_.write_at(at + first * plane_, bytes);
    });
    for (int x = 0; x < geometry_.extent(0); ++x)
      for_odd(t + 1, x, [&](const Site& s) { before_[slot(s) / 2] = links[slot(s) * kDirections + 3]; });
  }

  std::string complete(const AveragesOf& averages) override {
    // A given average that the links do not have is not stored.
    const double computed = 3 * averages().plaquette(), given = options_.plaquette.value_or(computed);
    const double plaquette = std::abs(given - computed) <= 1e-8 ? given : computed;
    std::array<std::byte, 8> number;
    store(plaquette, std::endian::little, number.data());
    file_.write_at(kOpenqcdHeaderBytes - number.size(), number);
    // These are the second of the eight links of every odd site of slice 0.
    const std::size_t size = kEncoding.bytes_per_link();
    std::vector<std::byte> link(size);
    std::uint64_t at = kOpenqcdHeaderBytes + size;
    for (int x = 0; x < geometry_.extent(0); ++x)
      for_odd(0, x, [&](const Site& s) {
        encode_links(std::span(&before_[slot(s) / 2], 1), kEncoding, link);
        file_.write_at(at, link);
        at += 8 * size;
      });
    return {};
  }

 private:
  /// Returns the site's number within a time slice; half of it numbers the sites of one parity.
  std::size_t slot(const Site& s) const { return geometry_.index({s[0], s[1], s[2], 0}); }

  template <class Visit>
  void for_odd(int t, int x, Visit visit) const {
    for (int y = 0; y < geometry_.extent(1); ++y)
      for (int z = 0; z < geometry_.extent(2); ++z)
        if (const Site s{x, y, z, t}; Geometry::parity(s) == Parity::odd) visit(s);
  }

  std::vector<Matrix3> before_;  ///< U_t at the sites below the odd ones of the next slice
  std::size_t plane_;            ///< bytes of a plane of one t and one x
};

}  // namespace

std::unique_ptr<GaugeSink> create_openqcd(const std::filesystem::path& path, const Geometry& geometry,
                                          const WriteOptions& options) {
  return std::make_unique<OpenqcdSink>(path, geometry, options);
}

}  // namespace glueball::io
