// This target reads drivers' compiled pipelines, from the cache's file or the store's blob. The first byte
// says whether the rest is a file or a blob.
#include "app/cache.hpp"
#include "gpu/program_binaries.hpp"
#include "memory_folder.hpp"
#include "parser.hpp"

using namespace glueball;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static fuzz::MemoryFile memory;
  static const fuzz::MemoryFolder folder;
  const std::span<const std::byte> rest(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  if (data[0] % 2 == 0) {
    memory.put(data + 1, size - 1);
    folder.link("input.pipelines", memory.path());
    const auto loaded = app::FilePipelineStore(folder.path()).load("input");
    if (loaded.size() > rest.size()) __builtin_trap();
    return 0;
  }
  const auto binaries = gpu::unpacked(rest);
  std::size_t bytes = 0;
  for (const auto& [key, binary] : binaries) bytes += binary.bytes.size();
  if (bytes > rest.size()) __builtin_trap();
  if (gpu::unpacked(gpu::packed(binaries)) != binaries) __builtin_trap();
  return 0;
}
