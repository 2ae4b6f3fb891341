// Input and output of whole files for the programs of the build.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/error.hpp"

namespace glueball {

namespace fs = std::filesystem;

inline std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw Error(ErrorKind::bad_file, path.string() + ": cannot be read");
  return text.str();
}

inline void write(const fs::path& path, const void* data, std::size_t size) {
  std::ofstream file(path, std::ios::binary);
  file.write(static_cast<const char*>(data), std::streamsize(size));
  if (!file.flush()) throw Error(ErrorKind::bad_file, path.string() + ": cannot be written");
}

}  // namespace glueball
