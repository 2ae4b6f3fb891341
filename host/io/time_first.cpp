#include "io/time_first.hpp"

namespace glueball::io {

TimeFirstSource::TimeFirstSource(std::shared_ptr<const InputFile> file, const Geometry& geometry,
                                 FileHeader header, std::uint64_t offset, const ReadOptions& options)
    : GaugeSource(std::move(file), geometry, std::move(header), options),
      offset_(offset),
      plane_(std::size_t(geometry.extent(1)) * std::size_t(geometry.extent(2)) *
             encoding().bytes_per_site()) {}

void TimeFirstSource::read(int t, std::span<Matrix3> links) {
  const std::size_t size = encoding().bytes_per_site();
  planes(t, [&](int x, std::span<const std::byte> rest) {
    std::array<Matrix3, kDirections> at_site;
    for (int y = 0; y < geometry_.extent(1); ++y)
      for (int z = 0; z < geometry_.extent(2); ++z, rest = rest.subspan(size)) {
        decode_links(rest.first(size), encoding(), at_site);
        for (int k = 0; k < kDirections; ++k)
          links[number({x, y, z, t}) * kDirections + std::size_t(kTimeFirst[k])] = at_site[k];
      }
  });
}

}  // namespace glueball::io
