#include "run/toml_checksum.hpp"

#include <fmt/format.h>
#include <zlib.h>

namespace glueball {

std::string with_checksum(const std::string& toml) {
  const auto* bytes = reinterpret_cast<const Bytef*>(toml.data());
  return toml + fmt::format("# crc32 of the lines above: {:08x}\n", crc32(0, bytes, uInt(toml.size())));
}

bool has_valid_checksum(const std::string& toml) {
  if (toml.size() < 2) return false;
  const std::size_t last = toml.rfind('\n', toml.size() - 2);
  return with_checksum(last == std::string::npos ? "" : toml.substr(0, last + 1)) == toml;
}

}  // namespace glueball
