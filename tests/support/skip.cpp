#include "support/skip.hpp"

#include <cstdio>
#include <cstdlib>

namespace glueball::test {
namespace {
bool g_skipped = false;
}

void skip(const std::string& reason) {
  g_skipped = true;
  std::printf("SKIPPED: %s\n", reason.c_str());
}

bool take_skipped() {
  const bool was = g_skipped;
  g_skipped = false;
  return was;
}

std::filesystem::path configs_directory() {
  const char* given = std::getenv("GLUEBALL_CONFIGS");
  return given != nullptr && *given != 0 ? given : GLUEBALL_DEFAULT_CONFIGS;
}

bool configs_available() {
  std::error_code error;
  return std::filesystem::is_directory(configs_directory(), error);
}

}  // namespace glueball::test
