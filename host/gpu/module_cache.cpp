#include "gpu/module_cache.hpp"

#include <zstd.h>

#include <array>
#include <optional>
#include <string>

#include "base/fnv.hpp"
#include "gpu/specialize.hpp"
#include "gpu/spirv_words.hpp"

namespace glueball::gpu {
namespace {

constexpr const char* kFolder = "modules";
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

std::string name_of(std::uint64_t key) {
  constexpr char digits[] = "0123456789abcdef";
  std::string name = std::string(kFolder) + "/";
  for (int shift = 60; shift >= 0; shift -= 4) name += digits[key >> shift & 15];
  return name;
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

SpecializedModule ModuleCache::specialized(const ShaderBlob& blob, const SpirvInfo& info,
                                           const Specialization& constants, Optimization optimization) {
  Specialization known;
  for (const std::uint32_t id : info.specialization_ids)
    if (const auto found = constants.find(id); found != constants.end() && !is_open(id)) known.insert(*found);
  std::uint64_t key = fnv(fnv(optimizer_hash(optimization), blob.name), blob.words);
  for (const auto& [id, value] : known) key = fnv(key, std::array{id, value});

  const auto here = [&]() -> std::optional<std::vector<std::uint32_t>> {
    const std::lock_guard lock(one_at_a_time_);
    const auto found = here_.find(key);
    return found != here_.end() ? unpacked(found->second) : std::nullopt;
  };
  const auto keep = [&](const ProgramBinary& binary) {
    const std::lock_guard lock(one_at_a_time_);
    return here_.insert_or_assign(key, binary).first->second;
  };
  if (auto words = here()) return {*std::move(words), nullptr};
  SpecializedModule made;
  const std::string name = name_of(key);
  if (store_) {
    made.claim = store_->claim(key);
    // Another thread, or another process, may have made it while this one waited.
    if (auto words = here()) return {*std::move(words), std::move(made.claim)};
    const ProgramBinaries stored = unpacked(store_->load(name));
    if (const auto found = stored.find(key); found != stored.end())
      if (auto words = unpacked(found->second)) {
        keep(found->second);
        made.words = *std::move(words);
        return made;
      }
  }
  // Not under the lock: it takes a while, and several threads may want several modules.
  made.words = gpu::specialized(blob.words, known, optimization);
  const ProgramBinary binary = keep(compressed(made.words));
  if (store_) store_->save(name, packed({{key, binary}}));
  const std::lock_guard lock(one_at_a_time_);
  saved_ = true;
  return made;
}

ModuleCache::~ModuleCache() {
  if (store_ && saved_) store_->trim(kFolder);
}

}  // namespace glueball::gpu
