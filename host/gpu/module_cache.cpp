#include "gpu/module_cache.hpp"

#include <zstd.h>

#include <optional>

#include "base/fnv.hpp"
#include "gpu/shader.hpp"
#include "spirv/prebuilt.hpp"
#include "spirv/words.hpp"

namespace glueball::gpu {
namespace {

constexpr const char* kFolder = "modules";
constexpr int kLevel = 1;  // fast, because the user waits
constexpr std::uint32_t kMostWords = 1u << 24;
// key of the line beside a module: its name and constants (ModuleCache::line)
constexpr std::uint64_t kLine = 0;

ProgramBinary compressed(const std::vector<std::uint32_t>& words) {
  const std::size_t size = words.size() * sizeof(std::uint32_t);
  ProgramBinary binary{std::uint32_t(words.size()), std::vector<std::byte>(ZSTD_compressBound(size))};
  const std::size_t used =
      ZSTD_compress(binary.bytes.data(), binary.bytes.size(), words.data(), size, kLevel);
  binary.bytes.resize(ZSTD_isError(used) ? 0 : used);
  return binary;
}

ProgramBinary line_of(std::string_view name, const Specialization& constants) {
  const std::string line = spirv::prebuilt_line(name, constants);
  const auto bytes = std::as_bytes(std::span(line));
  return {0, {bytes.begin(), bytes.end()}};
}

/// Returns the words; nothing if they are damaged.
std::optional<std::vector<std::uint32_t>> unpacked(const ProgramBinary& binary) {
  if (binary.format < 5 || binary.format > kMostWords) return {};
  std::vector<std::uint32_t> words(binary.format);
  const std::size_t size = words.size() * sizeof(std::uint32_t);
  if (ZSTD_decompress(words.data(), size, binary.bytes.data(), binary.bytes.size()) != size ||
      words[0] != spirv::words::kMagic)
    return {};
  return words;
}

}  // namespace

SpecializedModule ModuleCache::specialized(const ShaderBlob& blob, const spirv::ModuleInfo& info,
                                           const Specialization& constants,
                                           spirv::Optimization optimization) {
  Specialization known;
  for (const std::uint32_t id : info.specialization_ids)
    if (const auto found = constants.find(id); found != constants.end() && !spirv::is_open(id))
      known.insert(*found);
  const std::uint64_t key = spirv::specialized_key(blob.name, blob.words, known, optimization);

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
  const std::string name = std::string(kFolder) + "/" + fnv_digits(key);
  if (store_) made.claim = store_->claim(key);
  if (prebuilt_ == Prebuilt::taken)
    if (auto words = prebuilt_module(key)) return {*std::move(words), std::move(made.claim)};
  if (store_) {
    // Another thread or process may have made the module while this one waited.
    if (auto words = here()) return {*std::move(words), std::move(made.claim)};
    const ProgramBinaries stored = unpacked(store_->load(name));
    if (const auto found = stored.find(key); found != stored.end())
      if (auto words = unpacked(found->second)) {
        keep(found->second);
        made.words = *std::move(words);
        return made;
      }
  }
  // This runs without the lock: it takes a while, and several threads may want several modules.
  made.words = spirv::specialized(blob.words, known, optimization);
  const ProgramBinary binary = keep(compressed(made.words));
  if (store_) store_->save(name, packed({{key, binary}, {kLine, line_of(blob.name, known)}}));
  const std::lock_guard lock(one_at_a_time_);
  saved_ = true;
  return made;
}

std::string ModuleCache::line(std::span<const std::byte> saved) {
  const ProgramBinaries stored = unpacked(saved);
  const auto found = stored.find(kLine);
  if (found == stored.end()) return {};
  return {reinterpret_cast<const char*>(found->second.bytes.data()), found->second.bytes.size()};
}

ModuleCache::~ModuleCache() {
  if (store_ && saved_) store_->trim(kFolder);
}

}  // namespace glueball::gpu
