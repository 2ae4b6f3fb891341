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

std::string header(const Geometry& geometry, const RanluxState& state, const std::vector<std::byte>& bytes) {
  ScidacChecksum checksum(sizeof(RanluxWords));
  checksum.add(bytes, 0);
  return fmt::format("glueball ranlux 2\n{}\nstep {}\nseed {}\nplaquette {:.9f}\n{}\n", geometry.to_string(),
                     state.step, state.seed, state.plaquette, checksum.to_string());
}

}  // namespace

void write_ranlux(const std::filesystem::path& path, const Geometry& geometry, const RanluxState& state) {
  std::vector<std::byte> bytes(state.generators.size() * sizeof(RanluxWords));
  std::byte* at = bytes.data();
  for (const RanluxWords& words : state.generators)
    for (const std::uint32_t word : words) {
      store(word, std::endian::little, at);
      at += sizeof word;
    }
  AtomicFile file(path, true);
  file.write(header(geometry, state, bytes));
  file.write(bytes);
  file.commit();
}

RanluxState read_ranlux(const std::filesystem::path& path, const Geometry& geometry) {
  std::ifstream file(path, std::ios::binary);
  std::string head;
  for (int n = 0; n < 6; ++n) {
    std::string line;
    std::getline(file, line);
    if (line == "glueball ranlux 1")
      throw Error(ErrorKind::bad_file,
                  fmt::format("{}: a state of RANLUX that does not say its step and seed", path.string()),
                  "finish the run with the version that wrote it, or start a new one from its configuration");
    head += line + "\n";
  }
  RanluxState state;
  std::istringstream words_of_head(head.substr(head.find("\nstep ") + 1));
  std::string name;
  words_of_head >> name >> state.step >> name >> state.seed >> name >> state.plaquette;
  state.generators.resize(geometry.volume() + 1);
  std::vector<std::byte> bytes(state.generators.size() * sizeof(RanluxWords));
  file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size()));
  if (!file || header(geometry, state, bytes) != head)
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: no whole state of RANLUX on {}", path.string(), geometry.to_string()),
                "the run cannot be resumed; start a new one from its configuration");
  const std::byte* at = bytes.data();
  for (RanluxWords& words : state.generators)
    for (std::uint32_t& word : words) {
      word = load<std::uint32_t>(at, std::endian::little);
      at += sizeof word;
    }
  return state;
}

}  // namespace glueball::io
