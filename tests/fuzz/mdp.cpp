#include "io/mdp.hpp"

#include "parser.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  glueball::fuzz::read_everything(glueball::io::open_mdp, data, size);
  return 0;
}
