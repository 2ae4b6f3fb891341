#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "io/checksums.hpp"
#include "io/link_codec.hpp"
#include "io/nersc.hpp"

namespace glueball::io {
namespace {

constexpr std::size_t kMostHeaderText = 1000;

/// Returns a value without control characters, for one line.
std::string line_of(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return text.substr(0, kMostHeaderText);
}

class NerscSink : public GaugeSink {
 public:
  NerscSink(const std::filesystem::path& path, const Geometry& geometry, const WriteOptions& options)
      : GaugeSink(path, geometry, options),
        encoding_{options.precision, options.order.value_or(std::endian::big), options.rows},
        sum_(encoding_.order) {
    file_.write(header({}));
  }

 protected:
  void write(int t, std::span<const Matrix3> links) override {
    if (encoding_.rows == 2) refuse_lost_rows(t, links);
    const std::size_t per_site = encoding_.bytes_per_site(),
                      before = std::size_t(t) * links.size() / kDirections;
    const std::uint64_t at = file_.extend(links.size() * encoding_.bytes_per_link());
    write_sites(links, encoding_, before, [&](auto bytes, std::size_t first_site) {
      sum_.add(bytes);
      file_.write_at(at + (first_site - before) * per_site, bytes);
    });
  }

  std::string complete(const AveragesOf& averages) override {
    file_.write_at(0, header(averages()));
    return sum_.to_string();
  }

 private:
  /// Refuses links that are not SU(3), because their third row does not follow from the first two.
  void refuse_lost_rows(int t, std::span<const Matrix3> links) const {
    for (const Matrix3& link : links) {
      if (unitarity_deviation(link) <= 1e-4) continue;
      throw Error(ErrorKind::bad_value,
                  fmt::format("time slice {} has a link that is not SU(3): two rows would lose the third", t),
                  "store three rows");
    }
  }

  std::string text(const std::string& key, const std::string& otherwise) const {
    const auto entry = options_.header.find(key);
    return entry == options_.header.end() ? otherwise : line_of(entry->second);
  }

  /// Returns a header of one length for all averages and checksums, which are known last.
  std::string header(const LinkAverages& averages) const {
    std::string h = "BEGIN_HEADER\nHDR_VERSION = 1.0\n";
    h += fmt::format("DATATYPE = 4D_SU3_GAUGE{}\nSTORAGE_FORMAT = 1.0\n", encoding_.rows == 3 ? "_3x3" : "");
    for (int mu = 0; mu < kDirections; ++mu)
      h += fmt::format("DIMENSION_{} = {}\n", mu + 1, geometry_.extent(mu));
    h += fmt::format("LINK_TRACE = {:>19.12g}\n", averages.link_trace);
    h += fmt::format("PLAQUETTE  = {:>19.12g}\n", averages.plaquette());
    for (int mu = 0; mu < kDirections; ++mu) {
      const std::string key = fmt::format("BOUNDARY_{}", mu + 1);
      h += fmt::format("{} = {}\n", key, text(key, "PERIODIC"));
    }
    h += fmt::format("CHECKSUM = {:08x}\n", sum_.value());
    h += fmt::format("ENSEMBLE_ID = {}\n", text("ENSEMBLE_ID", "glueball"));
    h += fmt::format("ENSEMBLE_LABEL = {}\n", text("ENSEMBLE_LABEL", "unnamed"));
    h += fmt::format("SEQUENCE_NUMBER = {}\n", text("SEQUENCE_NUMBER", "0"));
    h += fmt::format("CREATOR = {}\n", text("CREATOR", "glueball"));
    for (const char* key : {"CREATOR_HARDWARE", "CREATION_DATE", "ARCHIVE_DATE"})
      if (const std::string value = text(key, ""); !value.empty()) h += fmt::format("{} = {}\n", key, value);
    h += fmt::format("FLOATING_POINT = IEEE{}{}\nEND_HEADER\n", encoding_.precision,
                     encoding_.order == std::endian::big ? "BIG" : "LITTLE");
    return h;
  }

  LinkEncoding encoding_;
  NerscChecksum sum_;
};

}  // namespace

std::unique_ptr<GaugeSink> create_nersc(const std::filesystem::path& path, const Geometry& geometry,
                                        const WriteOptions& options) {
  return std::make_unique<NerscSink>(path, geometry, options);
}

}  // namespace glueball::io
