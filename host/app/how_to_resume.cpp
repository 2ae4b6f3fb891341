#include "app/how_to_resume.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace glueball::app {

std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain = "+,-./:=@_%";
  const auto plain = [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80 || kPlain.find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'')
      quoted += R"('\'')";
    else
      quoted += c;
  }
  return quoted + "'";
}

std::string how_to_resume(std::string_view command, const std::filesystem::path& directory) {
  return fmt::format("go on with: glueball {} --resume {}", command, shell_word(directory.string()));
}

}  // namespace glueball::app
