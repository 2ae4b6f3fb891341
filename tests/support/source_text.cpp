#include "support/source_text.hpp"

#include <fstream>
#include <sstream>

namespace glueball::test {

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

SourceText source_text(const std::string& text) {
  SourceText source;
  enum { kCode, kLine, kBlock, kString } state = kCode;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    switch (state) {
      case kCode:
        if (c == '/' && (next == '/' || next == '*'))
          state = next == '/' ? kLine : kBlock;
        else if (c == '"' && (i == 0 || text[i - 1] != '\''))
          state = kString;
        else
          source.code += c;
        break;
      case kString:
        if (c == '\\')
          source.strings += next, ++i;
        else if (c == '"' || c == '\n')
          state = kCode, source.strings += '\n';
        else
          source.strings += c;
        break;
      case kLine:
        if (c == '\n') state = kCode, source.code += c;
        break;
      case kBlock:
        if (c == '*' && next == '/') state = kCode, ++i;
        break;
    }
  }
  return source;
}

}  // namespace glueball::test
