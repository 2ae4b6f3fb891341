#include "spirv/variants.hpp"

#include <algorithm>
#include <sstream>

#include "base/error.hpp"

namespace glueball::spirv {
namespace {

/// The macro that a part of a suffix defines.
struct Part {
  const char *name, *macro, *value;
};
constexpr Part kParts[] = {
    {"buffer", "STORAGE", "0"}, {"texel", "STORAGE", "1"},     {"image", "STORAGE", "2"},
    {"split", "STORAGE", "3"},  {"double", "PRECISION", "64"}, {"half", "PRECISION", "16"},
    {"f64", "SUM", "64"},       {"ff", "SUM", "32"},           {"model", "MODEL", "1"}};

constexpr std::string_view kAxes[] = {"storage", "split", "sum", "double", "half", "model"};

std::vector<std::string> axes_of(std::string_view source) {
  constexpr std::string_view mark = "// variants:";
  std::vector<std::string> axes;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    const std::string_view line = source.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(mark)) continue;
    std::istringstream words{std::string(line.substr(mark.size()))};
    for (std::string axis; words >> axis;) axes.push_back(axis);
    break;
  }
  return axes;
}

}  // namespace

std::vector<ShaderVariant> shader_variants(std::string_view source) {
  const std::vector<std::string> axes = axes_of(source);
  for (const std::string& axis : axes)
    if (std::find(std::begin(kAxes), std::end(kAxes), axis) == std::end(kAxes))
      throw Error(ErrorKind::bad_file, "'// variants:' names '" + axis +
                                           "', which is none of storage, split, sum, double, half, model");
  const auto has = [&](const char* axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); };

  std::vector<std::string> storages{""};
  if (has("storage")) storages = {".buffer", ".texel", ".image"};
  if (has("split")) storages.push_back(".split");
  std::vector<std::string> suffixes = storages;
  for (const std::string precision : {"double", "half"})
    if (has(precision.c_str()))
      for (const std::string& storage : storages)
        if (storage != ".image" && !(precision == "half" && storage == ".split"))
          suffixes.push_back(storage + "." + precision);
  if (has("sum")) {
    std::vector<std::string> summed;
    for (const std::string& suffix : suffixes) {
      summed.push_back(suffix + ".f64");
      if (!suffix.ends_with(".double")) summed.push_back(suffix + ".ff");
    }
    suffixes = std::move(summed);
  }
  if (has("model"))
    for (std::size_t n = 0, plain = suffixes.size(); n < plain; ++n)
      suffixes.push_back(suffixes[n] + ".model");
  std::vector<ShaderVariant> all;
  for (std::string& suffix : suffixes) {
    auto macros = variant_macros(suffix);
    all.push_back({std::move(suffix), std::move(macros)});
  }
  return all;
}

std::vector<std::pair<std::string, std::string>> variant_macros(std::string_view name) {
  std::vector<std::pair<std::string, std::string>> macros;
  for (std::size_t dot = name.find('.'); dot < name.size();) {
    const std::size_t next = std::min(name.find('.', dot + 1), name.size());
    for (const Part& part : kParts)
      if (name.substr(dot + 1, next - dot - 1) == part.name) macros.emplace_back(part.macro, part.value);
    dot = next;
  }
  return macros;
}

}  // namespace glueball::spirv
