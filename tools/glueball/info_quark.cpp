#include "info_quark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cpu/linalg.hpp"
#include "io/quark_file.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

using Json = nlohmann::ordered_json;

struct ColumnInfo {
  double norm2 = 0;
  io::QuarkFieldSource::Checksum checksum;
};

template <class OneParity>
ColumnInfo read(const io::QuarkFieldSource& source, std::size_t n, bool ignore_checksum) {
  FullQuarkField<OneParity> field;
  ColumnInfo info;
  info.checksum = source.read(n, field, ignore_checksum);
  info.norm2 = cpu::norm2(field[0]) + cpu::norm2(field[1]);
  return info;
}

std::string json_of(const io::QuarkFieldSource& source, const std::vector<ColumnInfo>& infos,
                    const char* kind) {
  Json columns = Json::array();
  for (std::size_t n = 0; n < infos.size(); ++n) {
    const io::QuarkColumn& label = source.column(n);
    Json column = {{"norm2", infos[n].norm2},
                   {"checksum", infos[n].checksum.value},
                   {"checksum_verified", infos[n].checksum.verified}};
    if (label.spin) column["spin"] = *label.spin;
    if (label.colour) column["colour"] = *label.colour;
    if (!label.info.empty()) column["info"] = label.info;
    columns.push_back(column);
  }
  const Json object = {{"file", source.path().string()},
                       {"lattice", source.geometry().extents()},
                       {"format", source.format()},
                       {"field", kind},
                       {"precision", source.precision()},
                       {"bytes", source.bytes()},
                       {"columns", columns},
                       {"header", source.header()}};
  // Text of unknown encoding must not stop the report.
  return json_line(object) + "\n";
}

std::string text_of(const io::QuarkFieldSource& source, const std::vector<ColumnInfo>& infos,
                    const char* kind) {
  std::string text =
      fmt::format("file        {}, {} bytes\nformat      {}, {}, {} bits, big-endian\nlattice     {}\n",
                  source.path().string(), source.bytes(), source.format(), kind, source.precision(),
                  source.geometry().to_string());
  text += fmt::format("columns     {}\n", infos.size());
  for (std::size_t n = 0; n < infos.size(); ++n) {
    const io::QuarkColumn& label = source.column(n);
    std::string name = fmt::format("{}", n);
    if (label.spin) name += fmt::format(" spin {}", *label.spin);
    if (label.colour) name += fmt::format(" colour {}", *label.colour);
    text += fmt::format(
        "  {:<18} |x|^2 {:<20.12g} checksum {}{}  {}\n", name, infos[n].norm2, infos[n].checksum.value,
        infos[n].checksum.verified ? ", verified" : ", not in the file", short_line(label.info));
  }
  for (const auto& [key, value] : source.header())
    text += fmt::format("  {} = {}\n", short_line(key), short_line(value));
  return text;
}

}  // namespace

std::string short_line(std::string text) {
  static constexpr std::size_t kMost = 300;
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
  return text.size() <= kMost ? text : text.substr(0, kMost) + fmt::format(" ... ({} bytes)", text.size());
}

std::string quark_info(const std::filesystem::path& path, bool json, bool ignore_checksum) {
  const io::QuarkFieldSource source(path);
  const bool spinor = source.kind() == io::QuarkFieldKind::spinor;
  std::vector<ColumnInfo> infos;
  for (std::size_t n = 0; n < source.columns(); ++n)
    infos.push_back(spinor ? read<ParitySpinorField>(source, n, ignore_checksum)
                           : read<ParityColourField>(source, n, ignore_checksum));
  return (json ? json_of : text_of)(source, infos, spinor ? "Dirac spinor" : "staggered colour vector");
}

}  // namespace glueball::app
