// The shader optimizer of the build (shaders/CMakeLists.txt), for the prebuilt shaders of default runs. It is
// a program of its own, so that a change of the optimization does not compile all shaders again.
#include <cstdio>
#include <exception>
#include <string>

#include "spirv/prebuilt.hpp"
#include "whole_file.hpp"

int main(int argc, char** argv) {
  using namespace glueball;
  if (argc != 4)
    return std::fputs("Usage: glueball_prebuild LIST PACK OUT   modules of PACK, optimised as LIST says\n",
                      stderr),
           2;
  try {
    const std::string modules = text_of(argv[2]);
    const auto pack = spirv::prebuilt_pack(text_of(argv[1]), {std::as_bytes(std::span(modules))});
    write(argv[3], pack.data(), pack.size());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
