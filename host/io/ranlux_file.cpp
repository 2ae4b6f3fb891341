#include "io/ranlux_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "io/atomic_file.hpp"
#include "io/byte_order.hpp"
#include "io/checksums.hpp"

namespace glueball::io {
namespace {

std::string header(const Geometry& geometry, const std::vector<std::byte>& bytes) {
  ScidacChecksum checksum(sizeof(RanluxWords));
  checksum.add(bytes, 0);
  return fmt::format("glueball ranlux 1\n{}\n{}\n", geometry.to_string(), checksum.to_string());
}

}  // namespace

void write_ranlux(const std::filesystem::path& path, const Geometry& geometry,
                  const std::vector<RanluxWords>& generators) {
  std::vector<std::byte> bytes(generators.size() * sizeof(RanluxWords));
  std::byte* at = bytes.data();
  for (const RanluxWords& words : generators)
    for (const std::uint32_t word : words) {
      store(word, std::endian::little, at);
      at += sizeof word;
    }
  AtomicFile file(path, true);
  file.write(header(geometry, bytes));
  file.write(bytes);
  file.commit();
}

std::vector<RanluxWords> read_ranlux(const std::filesystem::path& path, const Geometry& geometry) {
  std::ifstream file(path, std::ios::binary);
  std::string text[3];
  for (auto& line : text) std::getline(file, line);
  std::vector<RanluxWords> generators(geometry.volume() + 1);
  std::vector<std::byte> bytes(generators.size() * sizeof(RanluxWords));
  file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size()));
  if (!file || header(geometry, bytes) != text[0] + "\n" + text[1] + "\n" + text[2] + "\n")
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: no whole state of RANLUX on {}", path.string(), geometry.to_string()),
                "the random numbers of the run cannot go on from there");
  const std::byte* at = bytes.data();
  for (RanluxWords& words : generators)
    for (std::uint32_t& word : words) {
      word = load<std::uint32_t>(at, std::endian::little);
      at += sizeof word;
    }
  return generators;
}

}  // namespace glueball::io
