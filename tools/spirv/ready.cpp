// The build's optimiser of shaders (shaders/CMakeLists.txt): modules that first runs take. A program of its
// own: who changes how modules are optimised does not compile all shaders anew.
#include <cstdio>
#include <exception>
#include <string>

#include "gpu/ready_list.hpp"
#include "whole_file.hpp"

int main(int argc, char** argv) {
  using namespace glueball;
  if (argc != 4)
    return std::fputs("Usage: glueball_ready LIST PACK OUT   modules of PACK, optimised as LIST says\n",
                      stderr),
           2;
  try {
    const std::string modules = text_of(argv[2]);
    const auto pack = gpu::ready_pack(text_of(argv[1]), {std::as_bytes(std::span(modules))});
    write(argv[3], pack.data(), pack.size());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
