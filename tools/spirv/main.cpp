// The build's own step from Vulkan's SPIR-V to OpenGL's: spirv_for_opengl IN OUT (tools/cmake/Shaders.cmake).
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "gpu/spirv_opengl.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "Usage: spirv_for_opengl IN OUT\n";
    return 2;
  }
  try {
    std::ifstream in(argv[1], std::ios::binary | std::ios::ate);
    std::vector<std::uint32_t> words(in ? std::size_t(in.tellg()) / 4 : 0);
    in.seekg(0);
    in.read(reinterpret_cast<char*>(words.data()), std::streamsize(words.size() * 4));
    const auto result = glueball::gpu::for_opengl(words);
    std::ofstream out(argv[2], std::ios::binary);
    out.write(reinterpret_cast<const char*>(result.data()), std::streamsize(result.size() * 4));
    if (in && out.flush()) return 0;
    std::cerr << argv[1] << ": could not be read, or " << argv[2] << " not written\n";
  } catch (const std::exception& error) {
    std::cerr << argv[1] << ": " << error.what() << "\n";
  }
  return 1;
}
