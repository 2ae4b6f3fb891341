#include "spirv/pack.hpp"

#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/fnv.hpp"

namespace glueball::spirv {
namespace {

/// The header of a pack; `count` entries ordered by name follow, then names and frames. Numbers are in the
/// machine's own format, because a pack is made for the machine that the program is built for.
struct Header {
  char magic[8];
  std::uint64_t hash;  ///< hash of the entries' hashes
  std::uint64_t count;
};
struct Entry {
  std::uint64_t hash;              ///< hash of name and words
  std::uint64_t name, compressed;  ///< offsets
  std::uint32_t name_bytes, compressed_bytes, words, reserved;
};
constexpr char kPackMagic[8] = {'g', 'b', 's', 'p', 'i', 'r', 'v', '1'};
// Higher levels take ten times as long and save a tenth.
constexpr int kLevel = 9;

[[noreturn]] void damaged(const std::string& what) {
  throw Error(ErrorKind::device, "the shaders of this program are damaged: " + what,
              "build or install it anew");
}

Header header_of(ShaderPack pack) {
  Header header{};
  if (pack.bytes.size() < sizeof header) damaged("too short");
  std::memcpy(&header, pack.bytes.data(), sizeof header);
  if (!std::equal(std::begin(kPackMagic), std::end(kPackMagic), header.magic)) damaged("no pack of shaders");
  if (header.count > (pack.bytes.size() - sizeof header) / sizeof(Entry)) damaged("too short");
  return header;
}

std::span<const std::byte> part(ShaderPack pack, std::uint64_t begin, std::uint64_t size) {
  if (begin > pack.bytes.size() || size > pack.bytes.size() - begin) damaged("too short");
  return pack.bytes.subspan(begin, size);
}

/// The data of a module to be written; `entry` has no offsets yet.
struct Piece {
  Entry entry;
  std::string name;
  std::vector<std::byte> compressed;
};

Piece piece_of(const NamedModule& module) {
  const std::size_t size = module.words.size() * sizeof(std::uint32_t);
  std::vector<std::byte> compressed(ZSTD_compressBound(size));
  const std::size_t used =
      ZSTD_compress(compressed.data(), compressed.size(), module.words.data(), size, kLevel);
  if (ZSTD_isError(used)) throw Error(ErrorKind::device, module.name + ": " + ZSTD_getErrorName(used));
  compressed.resize(used);
  return {
      {.hash = fnv(fnv(kFnvStart, module.name), module.words), .words = std::uint32_t(module.words.size())},
      module.name,
      std::move(compressed)};
}

Entry entry_at(ShaderPack pack, std::uint64_t n) {
  Entry entry{};
  std::memcpy(&entry, part(pack, sizeof(Header) + n * sizeof entry, sizeof entry).data(), sizeof entry);
  return entry;
}

PackedModule module_of(ShaderPack pack, const Entry& entry) {
  const auto name = part(pack, entry.name, entry.name_bytes);
  return {{reinterpret_cast<const char*>(name.data()), name.size()},
          entry.words,
          part(pack, entry.compressed, entry.compressed_bytes)};
}

std::vector<std::byte> written(std::vector<Piece> pieces) {
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.name < b.name; });
  Header header{{}, kFnvStart, pieces.size()};
  std::copy(std::begin(kPackMagic), std::end(kPackMagic), header.magic);
  std::uint64_t at = sizeof header + pieces.size() * sizeof(Entry);
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    Entry& entry = pieces[n].entry;
    if (n > 0 && pieces[n].name == pieces[n - 1].name)
      throw Error(ErrorKind::device, "there are two shaders " + pieces[n].name);
    header.hash = fnv(header.hash, std::initializer_list<std::uint64_t>{entry.hash});
    entry.name_bytes = std::uint32_t(pieces[n].name.size());
    entry.compressed_bytes = std::uint32_t(pieces[n].compressed.size());
    entry.name = at;
    entry.compressed = at + entry.name_bytes;
    at = entry.compressed + entry.compressed_bytes;
  }
  std::vector<std::byte> bytes;
  bytes.reserve(at);
  const auto append = [&](const void* from, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(from);
    bytes.insert(bytes.end(), begin, begin + size);
  };
  append(&header, sizeof header);
  for (const Piece& piece : pieces) append(&piece.entry, sizeof piece.entry);
  for (const Piece& piece : pieces) {
    append(piece.name.data(), piece.name.size());
    append(piece.compressed.data(), piece.compressed.size());
  }
  return bytes;
}

}  // namespace

std::uint64_t pack_hash(ShaderPack pack) { return header_of(pack).hash; }

std::vector<PackedModule> packed_modules(ShaderPack pack) {
  const Header header = header_of(pack);
  std::vector<PackedModule> all;
  for (std::uint64_t n = 0; n < header.count; ++n) all.push_back(module_of(pack, entry_at(pack, n)));
  return all;
}

std::vector<std::uint32_t> unpacked(const PackedModule& module) {
  std::vector<std::uint32_t> words(module.words);
  const std::size_t size = words.size() * sizeof(std::uint32_t);
  const std::size_t got =
      ZSTD_decompress(words.data(), size, module.compressed.data(), module.compressed.size());
  if (ZSTD_isError(got) || got != size) damaged(std::string(module.name));
  return words;
}

std::vector<std::byte> pack_of(std::span<const NamedModule> modules) {
  std::vector<Piece> pieces;
  for (const NamedModule& module : modules) pieces.push_back(piece_of(module));
  return written(std::move(pieces));
}

std::vector<std::byte> joined(std::span<const ShaderPack> packs) {
  std::vector<Piece> pieces;
  for (const ShaderPack& pack : packs)
    for (std::uint64_t n = 0; n < header_of(pack).count; ++n) {
      const Entry entry = entry_at(pack, n);
      const PackedModule module = module_of(pack, entry);
      pieces.push_back(
          {entry, std::string(module.name), {module.compressed.begin(), module.compressed.end()}});
    }
  return written(std::move(pieces));
}

}  // namespace glueball::spirv
