#include "gpu/shader_compiler.hpp"

#include <regex>

#include "base/error.hpp"
#include "gpu/shader_variants.hpp"
#include "gpu/spirv_compiler.hpp"

namespace glueball::gpu {
namespace {

namespace fs = std::filesystem;

/// Collects a file and its includes, which are named from the root, like lib/su3.glsl.
void collect(const fs::path& root, const fs::path& file, std::set<fs::path>& all) {
  if (!fs::exists(file) || !all.insert(file).second) return;
  static const std::regex line(R"(^\s*#\s*include\s*"([^"]+)\")", std::regex::multiline);
  const std::string text = shader_text(file);
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at)
    collect(root, root / (*at)[1].str(), all);
}

}  // namespace

fs::path shader_source(const fs::path& root, std::string_view blob) {
  return root / (std::string(blob.substr(0, blob.find('.'))) + ".comp");
}

std::set<fs::path> shader_files(const fs::path& root, std::string_view blob) {
  std::set<fs::path> all;
  collect(root, shader_source(root, blob), all);
  return all;
}

std::vector<std::uint32_t> compile_shader(const fs::path& root, std::string_view blob) {
  return compile_spirv(shader_source(root, blob), {root}, variant_macros(blob)).words;
}

}  // namespace glueball::gpu
