// Links with time first, the order of openQCD, HiRep, MDP and VOGT.
#pragma once

#include <array>

#include "io/gauge_source.hpp"
#include "io/link_codec.hpp"
#include "io/pieces.hpp"

namespace glueball::io {

/// The order of directions, for extents and for the links at a site.
inline constexpr std::array<int, kDirections> kTimeFirst = {3, 0, 1, 2};

/// Reads every site in the order t slowest, x, y, z fastest, each with its four links in the directions t, x,
/// y, z and their three rows, as HiRep, MDP and VOGT store them. openQCD has the same order of sites without
/// the even ones.
class TimeFirstSource : public GaugeSource {
 public:
  /// The links start at byte `offset`; precision and byte order are those of `header`.
  TimeFirstSource(std::shared_ptr<const InputFile> file, const Geometry& geometry, FileHeader header,
                  std::uint64_t offset, const ReadOptions& options);

 protected:
  void read(int t, std::span<Matrix3> links) override;

  /// Calls visit(x, bytes) for every plane of one t and one x: sites in order, z fastest. Several threads
  /// call it at once.
  template <class Visit>
  void planes(int t, Visit visit) const {
    const std::uint64_t at = offset_ + std::uint64_t(t) * std::uint64_t(geometry_.extent(0)) * plane_;
    for_pieces(std::size_t(geometry_.extent(0)), plane_, [&](std::size_t first, std::span<std::byte> bytes) {
      file_->read(at + first * plane_, bytes);
      for (std::size_t done = 0; done < bytes.size(); done += plane_)
        visit(int(first + done / plane_), std::span<const std::byte>(bytes.subspan(done, plane_)));
    });
  }
  LinkEncoding encoding() const { return {.precision = header_.precision, .order = header_.order}; }
  /// Returns the site's number within its time slice.
  std::size_t number(const Site& s) const { return geometry_.index({s[0], s[1], s[2], 0}); }

 private:
  std::uint64_t offset_;
  std::size_t plane_;  ///< bytes of a plane
};

}  // namespace glueball::io
