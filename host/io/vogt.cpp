#include "io/vogt.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <vector>

#include "io/time_first.hpp"

namespace glueball::io {
namespace {

constexpr int kFewestVogtDimensions = 2, kMostVogtDimensions = 5;
constexpr int kFewestVogtColours = 2, kMostVogtColours = 9;
constexpr int kLargestVogtExtent = 4096;

struct VogtHeader {
  int dimensions = 0, colours = 0, real_bytes = 0;
  std::array<int, kMostVogtDimensions> extents{};  ///< t, x, y, z
  std::endian order = std::endian::little;
  std::uint64_t bytes() const { return 2 * std::uint64_t(3 + dimensions); }  ///< offset of the data
};

std::optional<VogtHeader> vogt_header(const InputFile& file, std::endian order) {
  const auto bytes = file.read_up_to(0, 2 * (3 + kMostVogtDimensions));
  const auto number = [&](std::size_t n) {
    if (bytes.size() < 2 * n + 2) return -1;
    const std::size_t high = order == std::endian::big ? 0 : 1;
    return int(bytes[2 * n + high]) << 8 | int(bytes[2 * n + 1 - high]);
  };
  VogtHeader h{.dimensions = number(0), .colours = number(1), .order = order};
  if (h.dimensions < kFewestVogtDimensions || h.dimensions > kMostVogtDimensions) return std::nullopt;
  if (h.colours < kFewestVogtColours || h.colours > kMostVogtColours) return std::nullopt;
  for (std::size_t k = 0; k < std::size_t(h.dimensions); ++k) {
    h.extents[k] = number(2 + k);
    if (h.extents[k] < 1 || h.extents[k] > kLargestVogtExtent) return std::nullopt;
  }
  h.real_bytes = number(2 + std::size_t(h.dimensions));
  if (h.real_bytes != 4 && h.real_bytes != 8) return std::nullopt;
  return h;
}

std::optional<VogtHeader> vogt_header(const InputFile& file) {
  const auto little = vogt_header(file, std::endian::little);
  return little ? little : vogt_header(file, std::endian::big);
}

}  // namespace

bool looks_like_vogt(const InputFile& file) { return vogt_header(file).has_value(); }

std::unique_ptr<GaugeSource> open_vogt(std::shared_ptr<const InputFile> input, const ReadOptions& options) {
  const InputFile& file = *input;
  const auto h = vogt_header(file);
  if (!h) file.refuse("not a VOGT configuration");
  if (h->dimensions != kDirections)
    file.refuse(
        fmt::format("VOGT configuration of {} dimensions where {} are read", h->dimensions, kDirections));
  if (h->colours != 3)
    file.refuse(fmt::format("VOGT configuration of SU({})", h->colours), "only SU(3) is supported");
  FileHeader out{.format = "vogt", .precision = 8 * h->real_bytes, .order = h->order};
  const Geometry geometry =
      stated_geometry(file, {h->extents[1], h->extents[2], h->extents[3], h->extents[0]}, options);
  file.require(h->bytes(),
               std::uint64_t(geometry.volume()) * LinkEncoding{.precision = out.precision}.bytes_per_site(),
               "VOGT " + geometry.to_string());
  return std::make_unique<TimeFirstSource>(std::move(input), geometry, std::move(out), h->bytes(), options);
}

}  // namespace glueball::io
