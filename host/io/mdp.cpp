#include "io/mdp.hpp"

#include <fmt/format.h>

#include <optional>

#include "io/byte_order.hpp"
#include "io/text_numbers.hpp"
#include "io/time_first.hpp"

namespace glueball::io {
namespace {

constexpr std::string_view kMdpFirst = "File Type: MDP FIELD";
constexpr std::size_t kMdpText = 60, kWordOffset = 180, kMdpHeader = 236;

// FermiQCD writes the first word; its converters to MDP (universal_converter.py) write the same number as a
// float.
constexpr std::uint32_t kOrderWords[] = {0x87654321, 0x4F076543};

std::optional<std::endian> mdp_order(const std::byte* word) {
  for (const auto order : {std::endian::little, std::endian::big})
    for (const std::uint32_t known : kOrderWords)
      if (load<std::uint32_t>(word, order) == known) return order;
  return std::nullopt;
}

/// Returns the text up to the first NUL; the bytes behind it are undefined.
std::string mdp_text(const InputFile& file, std::size_t number) {
  const std::string text = file.text_up_to(number * kMdpText, kMdpText);
  return std::string(trimmed(text.substr(0, text.find('\0'))));
}

}  // namespace

bool is_mdp(const InputFile& file) { return file.text_up_to(0, kMdpFirst.size()) == kMdpFirst; }

std::unique_ptr<GaugeSource> open_mdp(std::shared_ptr<const InputFile> input, const ReadOptions& options) {
  const InputFile& file = *input;
  if (!is_mdp(file)) file.refuse("not an MDP field");
  std::array<std::byte, kMdpHeader - kWordOffset> words{};
  file.read(kWordOffset, words);
  const auto order = mdp_order(words.data());
  if (!order)
    file.refuse(fmt::format("MDP header: the word of byte order is {:#010x} where {:#010x} is known",
                            load<std::uint32_t>(words.data(), std::endian::little), kOrderWords[0]),
                "the file is damaged or of an older MDP");
  auto integer = [&](std::size_t n) { return load<std::int32_t>(words.data() + 4 * n, *order); };

  if (integer(1) != kDirections)
    file.refuse(fmt::format("MDP field of {} dimensions where {} are read", integer(1), kDirections));
  FileHeader out{.format = "mdp", .order = *order};
  const std::int32_t per_site = integer(12);
  for (out.precision = 32; out.precision <= 64; out.precision *= 2)
    if (std::size_t(per_site) == LinkEncoding{.precision = out.precision}.bytes_per_site()) break;
  if (out.precision > 64)
    file.refuse(fmt::format("MDP field of {} bytes a site where SU(3) links take {} or {}", per_site,
                            LinkEncoding{.precision = 32}.bytes_per_site(),
                            LinkEncoding{.precision = 64}.bytes_per_site()),
                "only gauge fields of SU(3) are read, no other group and no quark field");
  const Geometry geometry = stated_geometry(file, {integer(3), integer(4), integer(5), integer(2)}, options);
  const std::uint64_t length = std::uint64_t(geometry.volume()) * std::uint64_t(per_site);
  file.require(kMdpHeader, length, "MDP " + geometry.to_string());
  // On some machines the number of sites, which ends the header, had 64 bits. FermiQCD ignores it and takes
  // the last bytes of the file as the links.
  const std::uint64_t offset = file.size() - length;

  out.header = {{"program_version", mdp_text(file, 1)}, {"creation_date", mdp_text(file, 2)}};
  return std::make_unique<TimeFirstSource>(std::move(input), geometry, std::move(out), offset, options);
}

}  // namespace glueball::io
