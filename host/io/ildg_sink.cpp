#include <fmt/format.h>

#include "io/checksums.hpp"
#include "io/ildg.hpp"
#include "io/ildg_metadata.hpp"
#include "io/lime.hpp"
#include "io/link_codec.hpp"
#include "io/qcdml.hpp"

namespace glueball::io {
namespace {

constexpr std::string_view kPlaquette = "plaquette = ";

/// Returns a line of equal width for every value, so that it can be rewritten when the links are known.
std::string plaquette_line(double plaquette) { return fmt::format("{}{:>20.12f}\n", kPlaquette, plaquette); }

class IldgSink : public GaugeSink {
 public:
  IldgSink(const std::filesystem::path& path, const Geometry& geometry, const WriteOptions& options)
      : GaugeSink(path, geometry, options),
        lime_(file_),
        encoding_{.precision = options.precision, .order = std::endian::big},
        sum_(encoding_.bytes_per_site()) {
    const std::string info = (options.xlf_plaquette ? plaquette_line(0) : "") + options.xlf_info;
    if (!info.empty()) lime_.text("xlf-info", info);
    lime_.text("ildg-format", ildg_format_xml(options.precision, geometry.extents()));
    lime_.begin("ildg-binary-data", std::uint64_t(geometry.volume()) * encoding_.bytes_per_site());
  }

 protected:
  void write(int t, std::span<const Matrix3> links) override {
    const std::size_t per_site = encoding_.bytes_per_site(),
                      before = std::size_t(t) * links.size() / kDirections;
    const std::uint64_t at = lime_.extend(links.size() * encoding_.bytes_per_link());
    write_sites(links, encoding_, before, [&](auto bytes, std::size_t first_site) {
      sum_.add(bytes, first_site);
      if (!options_.qcdml.empty()) crc_.add(bytes, first_site * per_site);
      file_.write_at(at + (first_site - before) * per_site, bytes);
    });
  }

  std::string complete(const AveragesOf& averages) override {
    lime_.end();
    if (!options_.logical_filename.empty()) lime_.text("ildg-data-lfn", options_.logical_filename);
    if (!options_.qcdml.empty())
      lime_.text("qcdml-config", qcdml_with(options_.qcdml, {.precision = options_.precision,
                                                             .crc = crc_.value(),
                                                             .plaquette = averages().plaquette(),
                                                             .lfn = options_.logical_filename}));
    lime_.text("scidac-checksum", scidac_sums_xml({sum_.a(), sum_.b()}), true);
    // If asked for, the plaquette is in the first record of the file.
    if (options_.xlf_plaquette)
      file_.write_at(LimeWriter::kHeaderBytes, plaquette_line(averages().plaquette()));
    return sum_.to_string();
  }

 private:
  LimeWriter lime_;
  LinkEncoding encoding_;
  ScidacChecksum sum_;
  PosixChecksum crc_;
};

}  // namespace

std::unique_ptr<GaugeSink> create_ildg(const std::filesystem::path& path, const Geometry& geometry,
                                       const WriteOptions& options) {
  return std::make_unique<IldgSink>(path, geometry, options);
}

void write_ildg(const std::filesystem::path& path, const Configuration& u, const WriteOptions& options) {
  write_configuration(path, "ildg", u, options);
}

}  // namespace glueball::io
