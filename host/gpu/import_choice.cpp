#include "gpu/import_choice.hpp"

#include "base/error.hpp"

namespace glueball::gpu {
namespace {

// The first import takes 140 ms on an H200, each further one, with its end, 0.04 ms a mebibyte. A run on 16^4
// would gain nothing, because its fields are smaller. From 24^4 on kernels were equally fast with a threshold
// of 1, 8 and 32 MiB. Only 64 fields below 8 MiB reach the total at which the driver is slow.
constexpr std::size_t kLarge = std::size_t(8) << 20;

}  // namespace

ImportChoice import_choice(const char* value) {
  const std::string_view text = value ? value : "";
  if (text.empty()) return ImportChoice::where_it_pays;
  if (text == "0") return ImportChoice::never;
  if (text == "1") return ImportChoice::wherever_possible;
  throw Error(ErrorKind::bad_value, "GLUEBALL_GL_IMPORT is '" + std::string(text) + "', neither 0 nor 1",
              "leave it unset, and fields are imported where that is faster");
}

bool imports(const DeviceInfo& info, std::size_t bytes, ImportChoice choice) {
  if (!info.imports || choice == ImportChoice::never) return false;
  if (choice == ImportChoice::wherever_possible) return true;
  // NVIDIA's own buffers lose half their bandwidth beyond about 0.5 GiB in total; those of Vulkan's memory do
  // not (docs/drivers.md). Other drivers have one kind of memory for both.
  return info.driver.starts_with("NVIDIA ") && bytes >= kLarge;
}

}  // namespace glueball::gpu
