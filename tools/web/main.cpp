// Writes what the page of web/ runs (tools/web/recorded_work.hpp), and the numbers that it compares itself
// with.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "gpu/device.hpp"
#include "gpu/shader.hpp"
#include "io/configuration_file.hpp"
#include "recorded_work.hpp"
#include "spirv/specialize.hpp"
#include "spirv/wgsl.hpp"

namespace {

using namespace glueball;
using nlohmann::json;

constexpr const char* kUsage =
    "Usage: glueball_web OUT                        kernels and launches of the page\n"
    "       glueball_web OUT numbers DEVICE ILDG    numbers of a device, for web/recorded.json\n"
    "       glueball_web OUT modules                every module of buffers in single and half precision\n";

/// Returns all modules for which a browser may have a use, in WGSL, or why there is none.
json all_modules() {
  std::vector<gpu::ShaderBlob> blobs;
  for (auto& blob : gpu::shader_blobs()) {
    const auto has = [&](const char* part) { return blob.name.find(part) != std::string_view::npos; };
    if (!has(".texel") && !has(".image") && !has(".split") && !has(".double") && !has(".f64") &&
        !has(".model"))
      blobs.push_back(std::move(blob));
  }
  std::vector<json> modules(blobs.size());
#pragma omp parallel for schedule(dynamic)
  for (std::size_t n = 0; n < blobs.size(); ++n) {
    modules[n]["name"] = blobs[n].name;
    try {
      modules[n]["code"] = spirv::for_webgpu(spirv::specialized(blobs[n].words, {})).code;
    } catch (const Error& error) {
      modules[n]["refused"] = error.what();
    }
  }
  return modules;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    json result;
    if (words.size() == 1) {
      result = web::recorded_work();
    } else if (words.size() == 2 && words[1] == "modules") {
      result = all_modules();
    } else if (words.size() == 4 && words[1] == "numbers") {
      const auto device = gpu::open_device(words[2]);
      result = web::recorded_numbers(web::recorded_work(), *device,
                                     io::read_configuration(words[3]).configuration);
    } else {
      return std::fputs(kUsage, stderr), 2;
    }
    std::ofstream file(words[0]);
    file << result << '\n';
    if (!file.flush()) throw Error(ErrorKind::bad_file, words[0] + ": cannot be written");
  } catch (const std::exception& error) {
    return std::fprintf(stderr, "glueball_web: %s\n", error.what()), 1;
  }
  return 0;
}
