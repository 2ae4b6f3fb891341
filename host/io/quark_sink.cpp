#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/error.hpp"
#include "io/ildg_metadata.hpp"
#include "io/pieces.hpp"
#include "io/quark_codec.hpp"
#include "io/quark_file.hpp"
#include "io/quark_metadata.hpp"

namespace glueball::io {

QuarkFieldSink::QuarkFieldSink(const std::filesystem::path& path, const Geometry& geometry,
                               QuarkFieldKind kind, const QuarkWriteOptions& options)
    : file_(path, options.force), lime_(file_), geometry_(geometry), kind_(kind), options_(options) {
  if (options.precision != 32 && options.precision != 64)
    throw Error(ErrorKind::bad_value, fmt::format("quark fields in {} bits", options.precision),
                "32 or 64 can be written");
  lime_.text("scidac-private-file-xml", scidac_file_xml(geometry.extents()));
  lime_.text("scidac-file-xml", quark_file_xml(kind, options), true);
}

template <class OneParity>
void QuarkFieldSink::write(const FullQuarkField<OneParity>& field, const QuarkColumn& column) {
  if (kKindOf<OneParity> != kind_) throw std::logic_error("QuarkFieldSink: a field of the other kind");
  const std::size_t per_site = quark_bytes(kComponents<OneParity>, options_.precision);
  lime_.text("scidac-private-record-xml", quark_private_record_xml(kind_, options_.precision));
  lime_.text("scidac-record-xml", quark_record_xml(column));
  lime_.begin("scidac-binary-data", std::uint64_t(geometry_.volume()) * per_site);
  ScidacChecksum sum(per_site);
  const std::uint64_t at = lime_.extend(geometry_.volume() * per_site);
  for_pieces(geometry_.volume(), per_site, [&](std::size_t site, std::span<std::byte> bytes) {
    encode_quarks(field, geometry_, options_.precision, site, bytes);
    sum.add(bytes, site);
    file_.write_at(at + site * per_site, bytes);
  });
  lime_.end();
  lime_.text("scidac-checksum", scidac_sums_xml({sum.a(), sum.b()}), true);
}

template void QuarkFieldSink::write<ParitySpinorField>(const FullQuarkField<ParitySpinorField>&,
                                                       const QuarkColumn&);
template void QuarkFieldSink::write<ParityColourField>(const FullQuarkField<ParityColourField>&,
                                                       const QuarkColumn&);

}  // namespace glueball::io
