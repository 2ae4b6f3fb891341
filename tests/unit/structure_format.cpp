// Tests that every source is formatted: C++ passes clang-format with .clang-format, and shaders and Python
// keep the same line width.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_structure_format {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kColumns = 110;  // ColumnLimit of .clang-format

std::vector<fs::path> sources(const std::set<std::string>& endings) {
  std::vector<fs::path> found;
  for (const char* module : {"host", "tools", "python", "tests", "shaders"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GLUEBALL_SOURCE) / module))
      if (endings.contains(entry.path().extension().string())) found.push_back(entry.path());
  return found;
}

/// Returns the numbers of the lines that are too wide. Continuation bytes of UTF-8 count as no column.
std::vector<int> wide_lines(const fs::path& path) {
  std::ifstream file(path);
  std::vector<int> wide;
  std::string line;
  for (int n = 1; std::getline(file, line); ++n) {
    std::size_t columns = 0;
    for (const char c : line) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (columns > kColumns) wide.push_back(n);
  }
  return wide;
}

TEST_SUITE("unit") {
  TEST_CASE("no line is wider than the column limit") {
    const auto all = sources({".cpp", ".hpp", ".h", ".comp", ".glsl", ".py", ".pyi"});
    CHECK(!all.empty());
    for (const fs::path& path : all) {
      CAPTURE(path.string());
      CHECK(wide_lines(path).empty());
    }
    const TemporaryDirectory folder;
    const fs::path sample = folder / "sample.cpp";
    std::ofstream(sample) << std::string(kColumns, 'x') << '\n' << std::string(kColumns + 1, 'x') << "\n";
    CHECK(wide_lines(sample) == std::vector<int>{2});
  }

  TEST_CASE("C++ is as clang-format leaves it") {
    if (std::system("command -v clang-format >/dev/null 2>&1") != 0) {
      skip("clang-format is not installed");
      return;
    }
    const TemporaryDirectory folder;
    const fs::path list = folder / "files";
    std::ofstream out(list);
    const auto all = sources({".cpp", ".hpp"});
    CHECK(!all.empty());
    for (const fs::path& path : all) out << path.string() << '\n';
    out.close();
    const auto unformatted = [](const fs::path& files) {
      return std::system(("clang-format --dry-run -Werror --style=file:'" GLUEBALL_SOURCE
                          "/.clang-format' --files='" +
                          files.string() + "'")
                             .c_str()) != 0;
    };
    CHECK_FALSE(unformatted(list));
    const fs::path sample = folder / "sample.cpp", samples = folder / "samples";
    std::ofstream(sample) << "int  f( ){return 0;}\n";
    std::ofstream(samples) << sample.string() << '\n';
    CHECK(unformatted(samples));
  }
}

}  // namespace

}  // namespace glueball::test::unit_structure_format
