#include "gpu/module_cache.hpp"

#include <zstd.h>

#include <array>
#include <optional>

#include "base/fnv.hpp"
#include "gpu/specialize.hpp"
#include "gpu/spirv_words.hpp"

namespace glueball::gpu {
namespace {

constexpr const char* kName = "modules";
constexpr int kLevel = 1;  // saved while somebody waits
constexpr std::uint32_t kMostWords = 1u << 24;

ProgramBinary compressed(const std::vector<std::uint32_t>& words) {
  const std::size_t size = words.size() * sizeof(std::uint32_t);
  ProgramBinary binary{std::uint32_t(words.size()), std::vector<std::byte>(ZSTD_compressBound(size))};
  const std::size_t used =
      ZSTD_compress(binary.bytes.data(), binary.bytes.size(), words.data(), size, kLevel);
  binary.bytes.resize(ZSTD_isError(used) ? 0 : used);
  return binary;
}

/// Nothing where it is damaged.
std::optional<std::vector<std::uint32_t>> unpacked(const ProgramBinary& binary) {
  if (binary.format < 5 || binary.format > kMostWords) return {};
  std::vector<std::uint32_t> words(binary.format);
  const std::size_t size = words.size() * sizeof(std::uint32_t);
  if (ZSTD_decompress(words.data(), size, binary.bytes.data(), binary.bytes.size()) != size ||
      words[0] != spirv_words::kMagic)
    return {};
  return words;
}

}  // namespace

std::vector<std::uint32_t> ModuleCache::specialized(const ShaderBlob& blob, const SpirvInfo& info,
                                                    const Specialization& constants) {
  Specialization known;
  for (const std::uint32_t id : info.specialization_ids)
    if (const auto found = constants.find(id); found != constants.end() && !is_size(id)) known.insert(*found);

  const std::lock_guard lock(one_at_a_time_);
  if (!std::exchange(read_, true) && store_) kept_ = unpacked(store_->load(kName));
  std::uint64_t key = fnv(fnv(optimizer_hash(), blob.name), blob.words);
  for (const auto& [id, value] : known) key = fnv(key, std::array{id, value});
  for (const ProgramBinaries* binaries : {&kept_, &fresh_})
    if (const auto found = binaries->find(key); found != binaries->end())
      if (auto words = unpacked(found->second)) return *std::move(words);
  std::vector<std::uint32_t> words = gpu::specialized(blob.words, known);
  fresh_.insert_or_assign(key, compressed(words));
  return words;
}

ModuleCache::~ModuleCache() {
  if (!store_ || fresh_.empty()) return;
  fresh_.merge(unpacked(store_->load(kName)));
  store_->save(kName, packed(fresh_));
}

}  // namespace glueball::gpu
