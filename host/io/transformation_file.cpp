#include "io/transformation_file.hpp"

#include <fmt/format.h>

#include <optional>

#include "io/byte_order.hpp"
#include "io/checksums.hpp"
#include "io/header_checks.hpp"
#include "io/ildg_metadata.hpp"
#include "io/lime.hpp"
#include "io/quark_metadata.hpp"
#include "io/xml_fields.hpp"

namespace glueball::io {
namespace {

constexpr std::size_t kReals = 18, kBytes = kReals * sizeof(double);
constexpr const char* kRecord =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><scidacRecord><version>1.1</version><recordtype>0</recordtype>"
    "<datatype>QDP_D3_ColorMatrix</datatype><precision>D</precision><colors>3</colors><typesize>144</"
    "typesize>"
    "<datacount>1</datacount></scidacRecord>";

double& real(Matrix3& m, std::size_t n) {
  return reinterpret_cast<double(&)[2]>(m[int(n / 6)][n / 2 % 3])[n % 2];
}

}  // namespace

void write_transformation(const std::filesystem::path& path, const Geometry& geometry,
                          const Transformation& g, const std::string& info, bool force) {
  AtomicFile file(path, force);
  LimeWriter lime(file);
  lime.text("scidac-private-file-xml", scidac_file_xml(geometry.extents()));
  lime.text("scidac-file-xml", "<title>gauge transformation</title>", true);
  lime.text("scidac-private-record-xml", kRecord);
  lime.text("scidac-record-xml", info);
  lime.begin("scidac-binary-data", std::uint64_t(g.size()) * kBytes);
  std::vector<std::byte> bytes(g.size() * kBytes);
  for (std::size_t site = 0; site < g.size(); ++site) {
    Matrix3 m = g[site];
    for (std::size_t n = 0; n < kReals; ++n)
      store(real(m, n), std::endian::big, &bytes[site * kBytes + n * sizeof(double)]);
  }
  ScidacChecksum sum(kBytes);
  sum.add(bytes, 0);
  lime.write(bytes);
  lime.end();
  lime.text("scidac-checksum", scidac_sums_xml({sum.a(), sum.b()}), true);
  file.commit();
}

TransformationFile read_transformation(const std::filesystem::path& path) {
  const InputFile file(path);
  if (!is_lime(file)) file.refuse("no LIME file, so no gauge transformation");
  TransformationFile found;
  std::optional<Site> extents;
  std::optional<ScidacRecord> layout;
  std::optional<LimeRecord> data;
  std::optional<ScidacSums> sums;
  for (const LimeRecord& r : read_lime_records(file)) {
    if (r.type == "scidac-private-file-xml") extents = parse_scidac_dims(read_text(file, r));
    if (r.type == "scidac-private-record-xml") layout = parse_scidac_record(read_text(file, r));
    if (r.type == "scidac-record-xml") found.info = read_text(file, r);
    if (r.type == "scidac-checksum") sums = parse_scidac_sums(read_text(file, r));
    if (r.type == "scidac-binary-data") data = r;
  }
  if (!extents || !layout || !data || layout->type_size != int(kBytes) || layout->data_count != 1)
    file.refuse("no gauge transformation in double precision",
                "give a file that <save_transformation> wrote");
  found.geometry = stated_geometry(file, *extents, {});
  if (data->length != std::uint64_t(found.geometry.volume()) * kBytes)
    file.refuse("the data have not the length that the extents ask for");
  std::vector<std::byte> bytes(data->length);
  file.read(data->offset, bytes);
  ScidacChecksum sum(kBytes);
  sum.add(bytes, 0);
  if (!sums || sums->a != sum.a() || sums->b != sum.b())
    file.refuse("the checksum is wrong", "the file is damaged");
  found.g.resize(found.geometry.volume());
  for (std::size_t site = 0; site < found.g.size(); ++site)
    for (std::size_t n = 0; n < kReals; ++n)
      real(found.g[site], n) = load<double>(&bytes[site * kBytes + n * sizeof(double)], std::endian::big);
  return found;
}

}  // namespace glueball::io
