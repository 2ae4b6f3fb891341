// The shader compiler of the build (tools/cmake/Shaders.cmake). It compiles all variants of a shader into a
// pack, and merges packs into one.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "spirv/compiler.hpp"
#include "spirv/pack.hpp"
#include "spirv/variants.hpp"
#include "whole_file.hpp"

namespace {

using namespace glueball;
using Texts = std::vector<std::string>;

constexpr const char* kUsage =
    "Usage: glueball_compile compile SOURCE OUT ROOT...   all variants; ROOT: where it is named from and "
    "includes are; the\n"
    "                                                   files that it depends on go to OUT.d\n"
    "       glueball_compile join OUT PACK...             one pack of several\n";

void compile(const fs::path& source, const fs::path& out, const std::vector<fs::path>& roots) {
  const std::string name = fs::relative(source, roots.front()).replace_extension().generic_string();
  std::vector<spirv::NamedModule> modules;
  std::set<fs::path> files;
  for (const spirv::ShaderVariant& variant : spirv::shader_variants(text_of(source))) {
    try {
      spirv::CompiledShader compiled = spirv::compile_spirv(source, roots, variant.macros);
      modules.push_back({name + variant.suffix, std::move(compiled.words)});
      files.merge(compiled.files);
    } catch (const Error& error) {
      throw Error(ErrorKind::bad_file,
                  std::string(error.what()) + "\n(the variant " + name + variant.suffix + ")");
    }
  }
  const auto pack = spirv::pack_of(modules);
  std::string dependencies = out.string() + ":";
  for (const fs::path& file : files) dependencies += " " + file.string();
  dependencies += "\n";
  write(out.string() + ".d", dependencies.data(), dependencies.size());
  write(out, pack.data(), pack.size());
}

void join(const fs::path& out, const Texts& paths) {
  Texts texts;
  for (const std::string& path : paths) texts.push_back(text_of(path));
  std::vector<spirv::ShaderPack> packs;
  for (const std::string& text : texts) packs.push_back({std::as_bytes(std::span(text))});
  const auto pack = spirv::joined(packs);
  write(out, pack.data(), pack.size());
}

}  // namespace

int main(int argc, char** argv) {
  const Texts words(argv + 1, argv + argc);
  try {
    if (words.size() >= 4 && words[0] == "compile")
      compile(words[1], words[2], {words.begin() + 3, words.end()});
    else if (words.size() >= 3 && words[0] == "join")
      join(words[1], {words.begin() + 2, words.end()});
    else
      return std::fputs(kUsage, stderr), 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
