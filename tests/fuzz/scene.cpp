// Flags of a scene in one word, as --scene takes them.
#include "view/scene.hpp"

#include "parser.hpp"

using namespace glueball;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::expect_refusal_or_success(
      [&] {
        const view::Scene scene = view::scene_of(std::string(reinterpret_cast<const char*>(data), size));
        view::check(scene);
        // The flags that the G key prints give the same scene again.
        if (view::flags(view::scene_of(view::flags(scene))) != view::flags(scene)) __builtin_trap();
      },
      {ErrorKind::bad_value});
  return 0;
}
