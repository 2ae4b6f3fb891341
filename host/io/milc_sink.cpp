#include <algorithm>
#include <array>
#include <ctime>

#include "io/byte_order.hpp"
#include "io/checksums.hpp"
#include "io/link_codec.hpp"
#include "io/milc.hpp"
#include "io/milc_header.hpp"

namespace glueball::io {
namespace {

/// Returns the time as "Wed Oct 10 14:27:08 2001", UTC.
std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[64];
  return {text, std::strftime(text, sizeof text, "%a %b %d %H:%M:%S %Y", &utc)};
}

class MilcSink : public GaugeSink {
 public:
  MilcSink(const std::filesystem::path& path, const Geometry& geometry, const WriteOptions& options)
      : GaugeSink(path, geometry, options),
        encoding_{.precision = 32, .order = options.order.value_or(std::endian::little)},
        sum_(encoding_.order) {
    std::array<std::byte, milc::kHeader5> header{};  // site order 0 (natural); the sums are written last
    store(milc::kVersion5, encoding_.order, header.data());
    for (int mu = 0; mu < kDirections; ++mu)
      store(std::int32_t(geometry.extent(mu)), encoding_.order, header.data() + 4 + 4 * mu);
    const auto given = options.header.find("time_stamp");
    const std::string stamp = given != options.header.end() ? given->second : now();
    std::copy_n(reinterpret_cast<const std::byte*>(stamp.data()), std::min(stamp.size(), milc::kStampBytes),
                header.data() + milc::kStampOffset);
    file_.write(header);
  }

 protected:
  void write(int t, std::span<const Matrix3> links) override {
    const std::size_t per_site = encoding_.bytes_per_site(),
                      before = std::size_t(t) * links.size() / kDirections;
    const std::uint64_t at = file_.extend(links.size() * encoding_.bytes_per_link());
    write_sites(links, encoding_, before, [&](auto bytes, std::size_t first_site) {
      sum_.add(bytes, first_site * per_site / sizeof(float));
      file_.write_at(at + (first_site - before) * per_site, bytes);
    });
  }

  std::string complete(const AveragesOf&) override {
    std::array<std::byte, 8> sums;
    store(sum_.sum29(), encoding_.order, sums.data());
    store(sum_.sum31(), encoding_.order, sums.data() + 4);
    file_.write_at(milc::kSumsOffset, sums);
    return sum_.to_string();
  }

 private:
  LinkEncoding encoding_;
  MilcChecksum sum_;
};

}  // namespace

std::unique_ptr<GaugeSink> create_milc(const std::filesystem::path& path, const Geometry& geometry,
                                       const WriteOptions& options) {
  return std::make_unique<MilcSink>(path, geometry, options);
}

}  // namespace glueball::io
