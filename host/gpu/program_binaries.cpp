#include "gpu/program_binaries.hpp"

#include <cstring>

namespace glueball::gpu {
namespace {

/// The header of each binary.
struct Program {
  std::uint64_t key;
  std::uint32_t format, bytes;
};

}  // namespace

std::vector<std::byte> packed(const ProgramBinaries& binaries) {
  std::vector<std::byte> data;
  for (const auto& [key, binary] : binaries) {
    const Program entry{key, binary.format, std::uint32_t(binary.bytes.size())};
    const auto* bytes = reinterpret_cast<const std::byte*>(&entry);
    data.insert(data.end(), bytes, bytes + sizeof entry);
    data.insert(data.end(), binary.bytes.begin(), binary.bytes.end());
  }
  return data;
}

ProgramBinaries unpacked(std::span<const std::byte> data) {
  ProgramBinaries binaries;
  Program entry;
  while (data.size() >= sizeof entry) {
    std::memcpy(&entry, data.data(), sizeof entry);
    data = data.subspan(sizeof entry);
    if (entry.bytes > data.size()) break;
    binaries[entry.key] = {entry.format, {data.begin(), data.begin() + entry.bytes}};
    data = data.subspan(entry.bytes);
  }
  return binaries;
}

}  // namespace glueball::gpu
