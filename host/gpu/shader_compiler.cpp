#include "gpu/shader_compiler.hpp"

#include <array>
#include <fstream>
#include <regex>
#include <sstream>

#include "base/error.hpp"
#include "gpu/spirv_opengl.hpp"
#ifdef GLUEBALL_SHADERC
#include <shaderc/shaderc.hpp>
#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>
#endif

namespace glueball::gpu {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(Status::bad_input, path.string() + ": cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> parts_of(std::string_view blob) {
  std::vector<std::string> parts;
  std::istringstream words{std::string(blob)};
  for (std::string part; std::getline(words, part, '.');) parts.push_back(part);
  return parts;
}

/// Includes are named from the root, like lib/su3.glsl.
void collect(const fs::path& root, const fs::path& file, std::set<fs::path>& all) {
  if (!fs::exists(file) || !all.insert(file).second) return;
  static const std::regex line(R"(^\s*#\s*include\s*"([^"]+)\")", std::regex::multiline);
  const std::string text = text_of(file);
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) collect(root, root / (*at)[1].str(), all);
}

}  // namespace

fs::path shader_source(const fs::path& root, std::string_view blob) { return root / (parts_of(blob).front() + ".comp"); }

std::set<fs::path> shader_files(const fs::path& root, std::string_view blob) {
  std::set<fs::path> all;
  collect(root, shader_source(root, blob), all);
  return all;
}

#ifdef GLUEBALL_SHADERC
namespace {

class Includer : public shaderc::CompileOptions::IncluderInterface {
 public:
  explicit Includer(fs::path root) : root_(std::move(root)) {}

  shaderc_include_result* GetInclude(const char* name, shaderc_include_type, const char*, std::size_t) override {
    auto* found = new Found;
    const fs::path path = root_ / name;
    try {
      found->text = text_of(path);
      found->name = path.string();
    } catch (const Error& error) {
      found->text = error.what();  // without a name this is what the compiler says
    }
    found->result = {found->name.data(), found->name.size(), found->text.data(), found->text.size(), found};
    return &found->result;
  }
  void ReleaseInclude(shaderc_include_result* result) override { delete static_cast<Found*>(result->user_data); }

 private:
  struct Found {
    std::string name, text;
    shaderc_include_result result;
  };
  fs::path root_;
};

/// What a variant's suffix defines.
void define(shaderc::CompileOptions& options, const std::string& suffix) {
  static const std::vector<std::array<std::string, 3>> table = {
      {"buffer", "STORAGE", "0"}, {"texel", "STORAGE", "1"}, {"image", "STORAGE", "2"}, {"double", "PRECISION", "64"},
      {"half", "PRECISION", "16"}, {"f64", "SUM", "64"},     {"ff", "SUM", "32"}};
  for (const auto& [name, macro, value] : table)
    if (name == suffix) options.AddMacroDefinition(macro, value);
}

std::vector<std::string> passes() {
  std::vector<std::string> all;
  std::istringstream words(GLUEBALL_SPIRV_PASSES);
  for (std::string pass; words >> pass;) all.push_back(pass);
  return all;
}

std::string without_end(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

bool has_shader_compiler() { return true; }

std::vector<std::uint32_t> compile_shader(const fs::path& root, Api api, std::string_view blob) {
  shaderc::CompileOptions options;
  options.SetTargetEnvironment(shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_2);
  options.SetTargetSpirv(shaderc_spirv_version_1_3);
  options.SetWarningsAsErrors();
  options.SetIncluder(std::make_unique<Includer>(root));
  const auto parts = parts_of(blob);
  for (std::size_t n = 1; n < parts.size(); ++n) define(options, parts[n]);
  const fs::path source = shader_source(root, blob);
  const auto compiled = shaderc::Compiler().CompileGlslToSpv(text_of(source), shaderc_compute_shader, source.c_str(), options);
  if (compiled.GetCompilationStatus() != shaderc_compilation_status_success)
    throw Error(Status::bad_input, without_end(compiled.GetErrorMessage()));

  std::string words_of_tool;
  const auto listen = [&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    words_of_tool += (words_of_tool.empty() ? "" : "\n") + std::string(message);
  };
  std::vector<std::uint32_t> words;
  // As spirv-opt does without --target-env.
  spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
  optimizer.SetMessageConsumer(listen);
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  tools.SetMessageConsumer(listen);
  if (!optimizer.RegisterPassesFromFlags(passes()) || !optimizer.Run(compiled.cbegin(), std::size_t(compiled.cend() - compiled.cbegin()), &words) ||
      !tools.Validate(words))
    throw Error(Status::bad_input, source.string() + ": " + words_of_tool);
  if (api == Api::opengl) return for_opengl(words);
  return words;
}
#else
bool has_shader_compiler() { return false; }

std::vector<std::uint32_t> compile_shader(const fs::path&, Api, std::string_view) {
  throw Error(Status::usage, "--shaders: this program was built without libshaderc", "install libshaderc-dev and build anew");
}
#endif

}  // namespace glueball::gpu
