#include "tune/tuned_choices.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/cache_file.hpp"

namespace glueball {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDamaged = "damaged, or not ours; it is ignored and written anew";
constexpr const char* kMagic = "glueball-tune";
constexpr int kFormat = 3;
/// The largest number of choices that a search tries.
constexpr std::uint64_t kMostUntried = 1000;

/// Returns the choices of a file, or an empty object if there are none or the file has another format.
Json read_choices(const std::filesystem::path& path, const CacheTrouble& trouble) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return Json::object();
  Json all = Json::value_t::discarded;
  try {
    std::ifstream file(path);
    all = Json::parse(file, nullptr, false);
  } catch (const std::ios_base::failure&) {
    // The path may be a directory.
  }
  // The value is moved: a copy would recurse, and a damaged file may have more brackets than the stack
  // allows.
  if (all.is_object() && all.contains(kMagic) && all[kMagic] == kFormat && all.contains("choices") &&
      all["choices"].is_object())
    return std::move(all["choices"]);
  // A file of an earlier version has another content. This is no fault and not reported.
  if (all.is_object() && all.contains(kMagic) && all[kMagic].is_number_integer() && all[kMagic] < kFormat)
    return Json::object();
  if (trouble) trouble(path, kDamaged);
  return Json::object();
}

/// Returns nothing if there is no such number. The library's own conversions accept any number and other
/// types.
std::optional<std::uint64_t> count_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? std::optional(found->get<std::uint64_t>())
                                                              : std::nullopt;
}

template <class Range>
bool among(const Range& range, std::optional<std::uint64_t> number) {
  return number &&
         std::any_of(std::begin(range), std::end(range), [&](int n) { return std::uint64_t(n) == *number; });
}

std::optional<double> seconds_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

/// Returns nothing if the object is not a choice.
std::optional<Choice> choice_in(const Json& object) {
  if (!object.is_object() || !object.contains("storage") || !object["storage"].is_string())
    return std::nullopt;
  const auto& name = object["storage"].get_ref<const std::string&>();
  const auto storage = std::find_if(kTunedStorages.begin(), kTunedStorages.end(),
                                    [&](auto s) { return gpu::to_string(s) == name; });
  const auto workgroup = count_in(object, "workgroup"), reconstruct = count_in(object, "reconstruct"),
             threads_per_site = count_in(object, "lanes"), block = count_in(object, "block"),
             untried = count_in(object, "untried");
  const auto seconds = seconds_in(object, "seconds"), default_seconds = seconds_in(object, "default_seconds");
  if (storage == kTunedStorages.end() || (workgroup != 0u && !among(kWorkgroupSizes, workgroup)) ||
      !among(std::array{8, 12, 18}, reconstruct) || !among(kTunedThreadsPerSite, threads_per_site) ||
      !among(kTunedBlocks, block) || !untried || *untried > kMostUntried || !seconds || !default_seconds)
    return std::nullopt;
  return Choice{*storage, std::uint32_t(*workgroup), int(*reconstruct), int(*threads_per_site), int(*block),
                *seconds, *default_seconds,          int(*untried)};
}

Json json_of(const Choice& c) {
  return {{"storage", gpu::to_string(c.storage)}, {"workgroup", c.workgroup}, {"reconstruct", c.reconstruct},
          {"lanes", c.threads_per_site},          {"block", c.block},         {"seconds", c.seconds},
          {"default_seconds", c.default_seconds}, {"untried", c.untried}};
}

}  // namespace

std::optional<Choice> TunedChoices::find(const std::string& key) const {
  const Json choices = read_choices(file_, trouble_);
  const auto found = choices.find(key);
  if (found == choices.end()) return std::nullopt;
  const auto choice = choice_in(*found);
  if (!choice && trouble_) trouble_(file_, kDamaged);
  return choice;
}

void TunedChoices::keep(const std::string& key, const Choice& choice, const std::string& still_wanted) const {
  Json choices = Json::object();
  // The file is read again, since another run may have written meanwhile.
  const Json before = read_choices(file_, trouble_);
  for (const auto& [other, object] : before.items())
    if (const auto good = choice_in(object); good && other.find(still_wanted) != std::string::npos)
      choices[other] = json_of(*good);
  choices[key] = json_of(choice);
  const Json all = {{kMagic, kFormat}, {"choices", choices}};
  // Names of devices come from drivers, in unknown encoding.
  const std::string text = all.dump(1, ' ', false, Json::error_handler_t::replace);
  const auto why = io::write_cache_file(file_, text + "\n");
  if (why && trouble_) trouble_(file_, "not kept: " + *why);
}

}  // namespace glueball
