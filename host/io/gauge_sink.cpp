#include "io/gauge_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/error.hpp"
#include "io/ildg.hpp"
#include "io/milc.hpp"
#include "io/nersc.hpp"
#include "io/openqcd.hpp"
#include "io/text_numbers.hpp"

namespace glueball::io {
namespace {

struct SinkFormat {
  const char* name;
  bool single, both;  ///< true if 32 bits are possible; true if 64 bits are possible too
  std::unique_ptr<GaugeSink> (*create)(const std::filesystem::path&, const Geometry&, const WriteOptions&);
};

constexpr SinkFormat kSinkFormats[] = {{"ildg", true, true, create_ildg},
                                       {"nersc", true, true, create_nersc},
                                       {"milc", true, false, create_milc},
                                       {"openqcd", false, false, create_openqcd}};

const SinkFormat& format_named(const std::string& name) {
  for (const SinkFormat& format : kSinkFormats)
    if (format.name == name) return format;
  throw Error(ErrorKind::bad_value, "format '" + name + "' cannot be written",
              fmt::format("choose one of {}", fmt::join(writable_formats(), ", ")));
}

std::optional<std::string> text_of(const FileHeader& from, const std::string& key) {
  const auto entry = from.header.find(key);
  if (entry == from.header.end()) return std::nullopt;
  return entry->second;
}

}  // namespace

const std::vector<std::string>& writable_formats() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const SinkFormat& format : kSinkFormats) all.emplace_back(format.name);
    return all;
  }();
  return names;
}

int writable_precision(const std::string& format, int precision) {
  const SinkFormat& f = format_named(format);
  return f.both ? precision : f.single ? 32 : 64;
}

WriteOptions carried_over(const FileHeader& from, const std::string& format) {
  WriteOptions to;
  to.precision = writable_precision(format, from.precision);
  to.header = from.header;
  // Two rows are exact only for links whose file stored two rows.
  to.rows = from.format == "nersc" ? from.rows : to.precision == 32 ? 2 : 3;
  if (from.format == format) to.order = from.order;
  to.xlf_info = text_of(from, "xlf-info").value_or("");
  to.xlf_plaquette = to.xlf_info.empty();
  to.logical_filename = text_of(from, "ildg-data-lfn").value_or("");
  // A document of several configurations does not describe a file of one of them.
  if (from.qcdml && from.qcdml->records == 1) to.qcdml = from.qcdml->xml;
  if (format == "openqcd" && from.format == format)
    to.plaquette = parse_number<double>(text_of(from, "plaquette").value_or(""));
  return to;
}

void GaugeSink::write_slice(int t, std::span<const Matrix3> links) {
  if (t != next_ || t >= geometry_.extent(3) ||
      links.size() * std::size_t(geometry_.extent(3)) != geometry_.volume() * kDirections)
    throw std::logic_error("GaugeSink: slices are written once each, in order and whole");
  write(t, links);
  file_.begin_sync();
  ++next_;
}

std::string GaugeSink::finish(const AveragesOf& averages) {
  if (next_ != geometry_.extent(3)) throw std::logic_error("GaugeSink: finished before the last slice");
  const std::string checksum = complete(averages);
  file_.commit();
  return checksum;
}

std::unique_ptr<GaugeSink> create_sink(const std::filesystem::path& path, const std::string& format,
                                       const Geometry& geometry, const WriteOptions& options) {
  const SinkFormat& f = format_named(format);
  if (options.precision != 32 && options.precision != 64) {
    throw Error(ErrorKind::bad_value, fmt::format("{} precision {}", format, options.precision),
                "32 and 64 bits exist");
  }
  if (writable_precision(format, options.precision) != options.precision) {
    throw Error(ErrorKind::bad_value, fmt::format("{} has no links of {} bits", format, options.precision),
                f.single ? "write it in single precision" : "write it in double precision");
  }
  if (options.rows != 2 && options.rows != 3)
    throw Error(ErrorKind::bad_value, fmt::format("{} rows of a link", options.rows),
                "2 and 3 can be stored");
  return f.create(path, geometry, options);
}

void write_configuration(const std::filesystem::path& path, const std::string& format, const Configuration& u,
                         const WriteOptions& options) {
  const auto sink = create_sink(path, format, u.geometry(), options);
  const int slices = u.geometry().extent(3);
  const std::size_t links = u.links().size() / std::size_t(slices);
  for (int t = 0; t < slices; ++t)
    sink->write_slice(t, std::span(u.links()).subspan(std::size_t(t) * links, links));
  sink->finish([&] { return link_averages(u); });
}

}  // namespace glueball::io
