#include "spirv/prebuilt.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/fnv.hpp"
#include "spirv/module_info.hpp"
#include "spirv/specialize.hpp"

namespace glueball::spirv {
namespace {

[[noreturn]] void refuse_line(std::string_view line, const std::string& why) {
  throw Error(
      ErrorKind::bad_file, "shaders/prebuilt.txt: '" + std::string(line) + "' " + why,
      "the test 'a first run on a CPU driver finds all its modules prebuilt' prints what belongs there");
}

/// Takes the next word off a line.
std::string_view take_word(std::string_view& rest) {
  const std::size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
  const std::size_t end = std::min(rest.find(' ', begin), rest.size());
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

std::uint32_t uint_of(std::string_view text, std::string_view line) {
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) refuse_line(line, "is not NAME ID=VALUE...");
  return value;
}

Specialization constants_of(std::string_view rest, std::string_view line) {
  Specialization constants;
  for (std::string_view word; !(word = take_word(rest)).empty();) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) refuse_line(line, "is not NAME ID=VALUE...");
    const std::uint32_t id = uint_of(word.substr(0, equals), line);
    if (!constants.emplace(id, uint_of(word.substr(equals + 1), line)).second)
      refuse_line(line, "gives two values to a constant");
  }
  return constants;
}

void require_constants(const ModuleInfo& module, const Specialization& constants, std::string_view line) {
  const auto& all = module.specialization_ids;
  for (const auto& [id, value] : constants)
    if (is_open(id) || !std::binary_search(all.begin(), all.end(), id))
      refuse_line(line, "gives a value to constant " + std::to_string(id) +
                            ", which the module has not, or which stays open");
}

}  // namespace

std::string prebuilt_line(std::string_view name, const Specialization& constants) {
  std::string line(name);
  for (const auto& [id, value] : constants) line += ' ' + std::to_string(id) + '=' + std::to_string(value);
  return line;
}

std::vector<std::byte> prebuilt_pack(std::string_view list, ShaderPack from) {
  std::map<std::string_view, PackedModule> modules;
  for (const PackedModule& module : packed_modules(from)) modules.emplace(module.name, module);
  std::vector<NamedModule> prebuilt;
  std::set<std::string> seen;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find('\n'), list.size());
    const std::string_view line = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    std::string_view rest = line;
    const std::string_view name = take_word(rest);
    if (name.empty() || name.front() == '#') continue;
    const auto module = modules.find(name);
    if (module == modules.end()) refuse_line(line, "names no module");
    const Specialization constants = constants_of(rest, line);
    if (!seen.insert(prebuilt_line(name, constants)).second) refuse_line(line, "is there twice");
    const std::vector<std::uint32_t> words = unpacked(module->second);
    require_constants(inspect(words), constants, line);
    prebuilt.push_back({fnv_digits(specialized_key(name, words, constants, Optimization::full)),
                        specialized(words, constants, Optimization::full)});
  }
  return pack_of(prebuilt);
}

}  // namespace glueball::spirv
