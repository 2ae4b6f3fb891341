#pragma once
#include <filesystem>
#include <string>

namespace glueball::test {

/// Returns the whole text of a file; empty if there is none.
std::string text_of(const std::filesystem::path& path);

/// A source of C++ as the tests of its structure read it: its code without comments and without what stands
/// in its string literals, and those strings, a line each.
struct SourceText {
  std::string code, strings;
};

/// Takes a source apart. Raw strings, of which the library has none with quotes inside, are read as plain
/// ones.
SourceText source_text(const std::string& text);

}  // namespace glueball::test
