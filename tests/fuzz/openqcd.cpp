#include "io/openqcd.hpp"

#include "parser.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  glueball::fuzz::read_everything(glueball::io::open_openqcd, data, size);
  return 0;
}
