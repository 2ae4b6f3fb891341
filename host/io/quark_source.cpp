#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/error.hpp"
#include "io/header_checks.hpp"
#include "io/ildg_metadata.hpp"
#include "io/pieces.hpp"
#include "io/quark_codec.hpp"
#include "io/quark_file.hpp"
#include "io/quark_metadata.hpp"
#include "io/xml_fields.hpp"

namespace glueball::io {
namespace {

constexpr std::uint64_t kMostSourceText = 65536;

/// Returns true for a record of data; Grid names its data as ILDG does.
bool is_data(const LimeRecord& r) { return r.type == "scidac-binary-data" || r.type == "ildg-binary-data"; }

/// Copies column `part` of a propagator's sites, each [sink spin][source spin][sink colour][source colour] of
/// complex numbers of `complex_bytes`, to [sink spin][sink colour].
void take_column(std::span<const std::byte> sites, int part, std::size_t complex_bytes,
                 std::span<std::byte> column) {
  const std::size_t spin = std::size_t(part) / 3, colour = std::size_t(part) % 3;
  for (std::size_t site = 0; (site + 1) * 144 * complex_bytes <= sites.size(); ++site)
    for (std::size_t s = 0; s < 4; ++s)
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t from = site * 144 + ((4 * s + spin) * 3 + c) * 3 + colour,
                          to = site * 12 + 3 * s + c;
        std::copy_n(&sites[from * complex_bytes], complex_bytes, &column[to * complex_bytes]);
      }
}

/// Converts tmLQCD's basis. Its gamma_y is the same, its gamma_x, gamma_z and gamma_t have the other sign:
/// psi = gamma_y psi_tmLQCD.
void from_tmlqcd(FullQuarkField<ParitySpinorField>& field) {
  for (ParitySpinorField& half : field)
    for (Spinor& psi : half) {
      const Spinor old = psi;
      for (std::size_t c = 0; c < 3; ++c) {
        psi[0][c] = -old[3][c];
        psi[1][c] = old[2][c];
        psi[2][c] = old[1][c];
        psi[3][c] = -old[0][c];
      }
    }
}
void from_tmlqcd(FullQuarkField<ParityColourField>&) {}

}  // namespace

/// Reads the records of a file in order and keeps those that describe the next field.
struct QuarkFieldSource::Scan {
  explicit Scan(QuarkFieldSource& source) : source_(source) {}

  void visit(const LimeRecord& r) {
    if (r.type == "scidac-private-file-xml") {
      extents_ = parse_scidac_dims(text(r));
      if (!extents_) refuse("scidac-private-file-xml cannot be read");
    } else if (r.type == "scidac-sitelist" && extents_) {
      require_all_sites_in_order(source_.file_, r,
                                 std::uint64_t(stated_geometry(source_.file_, *extents_, {}).volume()));
    } else if (r.type == "etmc-propagator-format") {
      etmc(r);
    } else if (r.type == "scidac-private-record-xml") {
      layout_ = parse_quark_private_record(text(r));
      if (!layout_) refuse("a record that is no Dirac fermion and no staggered colour vector");
    } else if (r.type == "scidac-record-xml" && r.length <= kMostSourceText) {
      column_ = parse_quark_record(text(r));
    } else if (r.type == "scidac-checksum" && !source_.records_.empty()) {
      const auto sums = parse_scidac_sums(text(r));
      const std::string stored = sums ? fmt::format("{:x} {:x}", sums->a, sums->b) : "unreadable";
      const std::uint64_t offset = source_.records_.back().offset;
      for (Record& record : source_.records_)
        if (record.offset == offset) record.stored = stored;
    } else if (is_data(r)) {
      data(r);
    } else if ((r.type == "scidac-file-xml" || r.type == "propagator-type" || r.type == "xlf-info") &&
               r.length <= kMostSourceText) {
      source_.header_.emplace(r.type, text(r));
    }
  }

 private:
  std::string text(const LimeRecord& r) const { return read_text(source_.file_, r); }
  [[noreturn]] void refuse(const std::string& what) const {
    source_.file_.refuse(what, "quark fields of SciDAC (QIO) and ETMC files can be read");
  }

  void etmc(const LimeRecord& r) {
    const auto format = parse_etmc_format(text(r));
    if (!format) refuse("etmc-propagator-format cannot be read");
    if (format->field != "diracFermion" || format->flavours != 1 ||
        (format->precision != 32 && format->precision != 64))
      refuse(
          fmt::format("etmc-propagator-format: {} flavours of '{}' in {} bits, where one diracFermion in 32 "
                      "or 64 is read",
                      format->flavours, format->field, format->precision));
    extents_ = format->extents;
    layout_ = QuarkLayout{QuarkFieldKind::spinor, format->precision};
    source_.format_ = "etmc";
  }

  void data(const LimeRecord& r) {
    if (!extents_ || !layout_) refuse(r.type + " without the records that describe a quark field");
    const Geometry g = stated_geometry(source_.file_, *extents_, {});
    if (source_.records_.empty()) {
      source_.geometry_ = g;
      source_.kind_ = layout_->kind;
      source_.precision_ = layout_->precision;
      if (source_.format_.empty()) source_.format_ = "scidac";
    } else if (!(g == source_.geometry_) || layout_->kind != source_.kind_ ||
               layout_->precision != source_.precision_) {
      refuse("columns of different size, kind or precision");
    }
    const std::uint64_t per_site = source_.bytes_per_site() * std::uint64_t(layout_->columns);
    if (const auto needed = std::uint64_t(g.volume()) * per_site; r.length != needed)
      refuse(fmt::format("{} holds {} bytes where {} sites of {} bytes take {}", r.type, r.length, g.volume(),
                         per_site, needed));
    for (int part = 0; part < layout_->columns; ++part) {
      if (layout_->columns > 1) column_.spin = part / 3, column_.colour = part % 3;
      source_.records_.push_back({r.offset, std::nullopt, column_, part, layout_->columns});
    }
    column_ = {};
    if (source_.format_ == "scidac") layout_.reset();  // ETMC's format record may describe several fields
  }

  QuarkFieldSource& source_;
  std::optional<Site> extents_;
  std::optional<QuarkLayout> layout_;
  QuarkColumn column_;
};

QuarkFieldSource::QuarkFieldSource(const std::filesystem::path& path) : file_(path) {
  if (!is_lime(file_))
    file_.refuse("no LIME file, so no quark field", "SciDAC (QIO) and ETMC files can be read");
  Scan scan(*this);
  for (const LimeRecord& record : read_lime_records(file_)) scan.visit(record);
  if (records_.empty()) file_.refuse("no scidac-binary-data or ildg-binary-data record: no quark field");
}

std::size_t QuarkFieldSource::bytes_per_site() const {
  return quark_bytes(kind_ == QuarkFieldKind::spinor ? 12 : 3, precision_);
}

std::optional<std::string> QuarkFieldSource::fact(const std::string& name) const {
  const auto text = header_.find("scidac-file-xml");
  if (text == header_.end()) return std::nullopt;
  return XmlFields(text->second)[name];
}

template <class OneParity>
QuarkFieldSource::Checksum QuarkFieldSource::read(std::size_t n, FullQuarkField<OneParity>& field,
                                                  bool ignore_checksum) const {
  if (kKindOf<OneParity> != kind_) throw std::logic_error("QuarkFieldSource: a field of the other kind");
  const Record& record = records_.at(n);
  const std::size_t per_column = bytes_per_site(), per_site = per_column * std::size_t(record.of),
                    volume = geometry_.volume();
  field = zero_field<OneParity>(geometry_);
  const auto known = sums_.find(record.offset);
  ScidacChecksum sum(per_site);
  for_pieces(volume, per_site, [&](std::size_t site, std::span<std::byte> bytes) {
    file_.read(record.offset + site * per_site, bytes);
    if (known == sums_.end()) sum.add(bytes, site);
    if (record.of == 1) return decode_quarks<OneParity>(bytes, geometry_, precision_, site, field);
    std::vector<std::byte> column(bytes.size() / std::size_t(record.of));
    take_column(bytes, record.part, quark_bytes(1, precision_), column);
    decode_quarks<OneParity>(column, geometry_, precision_, site, field);
  });
  if (format_ == "etmc") from_tmlqcd(field);
  Checksum result{known == sums_.end() ? sum.to_string() : known->second, false};
  if (record.of > 1) sums_[record.offset] = result.value;
  if (record.stored)
    result.verified =
        check_checksum(file_, "SciDAC", *record.stored, result.value, {.ignore_checksum = ignore_checksum});
  return result;
}

template QuarkFieldSource::Checksum QuarkFieldSource::read<ParitySpinorField>(
    std::size_t, FullQuarkField<ParitySpinorField>&, bool) const;
template QuarkFieldSource::Checksum QuarkFieldSource::read<ParityColourField>(
    std::size_t, FullQuarkField<ParityColourField>&, bool) const;

bool holds_quark_fields(const std::filesystem::path& path) {
  const InputFile file(path);
  if (!is_lime(file)) return false;
  std::vector<LimeRecord> records;
  try {
    records = read_lime_records(file);
    return std::any_of(records.begin(), records.end(), [&](const LimeRecord& r) {
      return r.type == "etmc-propagator-format" ||
             (r.type == "scidac-private-record-xml" && parse_quark_private_record(read_text(file, r)));
    });
  } catch (const Error&) {
    return false;  // the reader that follows reports the error
  }
}

}  // namespace glueball::io
