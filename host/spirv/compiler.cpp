#include "spirv/compiler.hpp"

#include <fstream>
#include <regex>
#include <shaderc/shaderc.hpp>
#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>
#include <sstream>

#include "base/error.hpp"
#include "spirv/variants.hpp"

namespace glueball::spirv {
namespace {

namespace fs = std::filesystem;

// These flags of spirv-opt remove names, and functions and variables that no entry point reaches.
const std::vector<std::string> kTidying = {"--strip-debug", "--eliminate-dead-functions",
                                           "--eliminate-dead-code-aggressive"};

class Includer : public shaderc::CompileOptions::IncluderInterface {
 public:
  Includer(const std::vector<fs::path>& roots, std::set<fs::path>& files) : roots_(roots), files_(files) {}

  shaderc_include_result* GetInclude(const char* name, shaderc_include_type, const char*,
                                     std::size_t) override {
    auto* found = new Found;
    fs::path path;
    for (const fs::path& root : roots_)
      if (path = root / name; fs::exists(path)) break;
    try {
      found->text = shader_text(path);
      found->name = path.string();
      files_.insert(path);
    } catch (const Error& error) {
      found->text = error.what();  // with an empty name the compiler reports this text
    }
    found->result = {found->name.data(), found->name.size(), found->text.data(), found->text.size(), found};
    return &found->result;
  }
  void ReleaseInclude(shaderc_include_result* result) override {
    delete static_cast<Found*>(result->user_data);
  }

 private:
  struct Found {
    std::string name, text;
    shaderc_include_result result;
  };
  const std::vector<fs::path>& roots_;
  std::set<fs::path>& files_;
};

std::string without_end(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

std::string shader_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(ErrorKind::bad_file, path.string() + ": cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

CompiledShader compile_spirv(const fs::path& source, const std::vector<fs::path>& roots,
                             const std::vector<std::pair<std::string, std::string>>& macros) {
  CompiledShader result;
  shaderc::CompileOptions options;
  options.SetTargetEnvironment(shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_2);
  options.SetTargetSpirv(shaderc_spirv_version_1_3);
  options.SetWarningsAsErrors();
  options.SetIncluder(std::make_unique<Includer>(roots, result.files));
  for (const auto& [name, value] : macros) options.AddMacroDefinition(name, value);
  // When its last compiler is destroyed, glslang drops its tables of the language. Making them anew took
  // three quarters of the time for all variants.
  static const shaderc::Compiler compiler;
  const auto compiled =
      compiler.CompileGlslToSpv(shader_text(source), shaderc_compute_shader, source.c_str(), options);
  if (compiled.GetCompilationStatus() != shaderc_compilation_status_success)
    throw Error(ErrorKind::bad_file, without_end(compiled.GetErrorMessage()));

  std::string words_of_tool;
  const auto listen = [&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    words_of_tool += (words_of_tool.empty() ? "" : "\n") + std::string(message);
  };
  // The environment is that of spirv-opt without --target-env. Its output is validated, not its input.
  spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
  optimizer.SetMessageConsumer(listen);
  spvtools::OptimizerOptions unchecked;
  unchecked.set_run_validator(false);
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  tools.SetMessageConsumer(listen);
  const auto size = std::size_t(compiled.cend() - compiled.cbegin());
  if (!optimizer.RegisterPassesFromFlags(kTidying) ||
      !optimizer.Run(compiled.cbegin(), size, &result.words, unchecked) || !tools.Validate(result.words))
    throw Error(ErrorKind::bad_file, source.string() + ": " + words_of_tool);
  return result;
}

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

}  // namespace glueball::spirv
