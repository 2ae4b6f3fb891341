// clang-tidy with the checks of .clang-tidy finds nothing in host/ and tools/. It takes minutes on all of
// them.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_clang_tidy {
namespace {

namespace fs = std::filesystem;

/// A command that gcc was given, for clang: without gcc's precompiled headers and flags.
std::string for_clang(std::string command) {
  for (const char* gcc_only : {R"( -include \S+cmake_pch\.hxx)", " -Winvalid-pch", " -fpch-preprocess",
                               " -fcx-limited-range", R"(\S*ccache )"})
    command = std::regex_replace(command, std::regex(gcc_only), "");
  return command;
}

/// Returns the files of host/ and tools/ that are compiled as this file; a unity build has several in one.
std::vector<std::string> sources_of(const std::string& file) {
  std::vector<std::string> found;
  const auto take = [&](const std::string& name) {
    for (const char* module : {"/host/", "/tools/"})
      if (name.starts_with(GLUEBALL_SOURCE + std::string(module)) && name.ends_with(".cpp"))
        found.push_back(name);
  };
  take(file);
  if (file.find("/Unity/") == std::string::npos) return found;
  std::ifstream unity(file);
  static const std::regex include("#include \"(.*)\"");
  for (std::string line; std::getline(unity, line);)
    if (std::smatch name; std::regex_match(line, name, include)) take(name[1]);
  return found;
}

/// The lines that clang-tidy has to say about the files of `database`, compile_commands.json in `folder`.
std::vector<std::string> complaints(const fs::path& folder, const nlohmann::json& database) {
  std::ofstream(folder / "compile_commands.json") << database.dump();
  const fs::path said = folder / "said";
  const std::string command = "cd '" + folder.string() + "' && run-clang-tidy -quiet -p . -header-filter='^" +
                              GLUEBALL_SOURCE + "/(host|tools)/' >'" + said.string() + "' 2>/dev/null";
  const int status = std::system(command.c_str());
  std::vector<std::string> found;
  std::ifstream file(said);
  static const std::regex complaint(R"(^\S+:\d+:\d+: (warning|error): .*)");
  static const std::regex colour("\x1b\\[[0-9;]*m");
  for (std::string line; std::getline(file, line);)
    if (line = std::regex_replace(line, colour, ""); std::regex_match(line, complaint)) found.push_back(line);
  if (status != 0 && found.empty()) found.push_back("run-clang-tidy failed and says nothing");
  return found;
}

TEST_SUITE("slow") {
  TEST_CASE("clang-tidy finds nothing") {
    const char* build = std::getenv("GLUEBALL_BUILD");
    const fs::path commands = fs::path(build ? build : "") / "compile_commands.json";
    if (std::system("command -v run-clang-tidy >/dev/null 2>&1") != 0) {
      skip("clang-tidy is not installed");
      return;
    }
    if (!fs::exists(commands)) {
      skip("the build directory has no compile_commands.json");
      return;
    }
    nlohmann::json ours = nlohmann::json::array();
    std::set<std::string> looked_at;
    for (nlohmann::json entry : nlohmann::json::parse(std::ifstream(commands))) {
      const std::vector<std::string> sources = sources_of(entry.at("file"));
      if (sources.empty()) continue;
      looked_at.insert(sources.begin(), sources.end());
      entry["command"] = for_clang(entry.at("command"));
      ours.push_back(entry);
    }
    for (const char* module : {"host", "tools"})
      for (const auto& file : fs::recursive_directory_iterator(fs::path(GLUEBALL_SOURCE) / module))
        if (file.path().extension() == ".cpp" && !looked_at.contains(file.path().string()))
          FAIL_CHECK("not looked at: ", file.path().string());
    const TemporaryDirectory folder;
    for (const std::string& line : complaints(folder.path(), ours)) FAIL_CHECK(line);

    // clang-tidy must find this fault: a string is used after it was moved away.
    const TemporaryDirectory other;
    const fs::path sample = other / "sample.cpp";
    std::ofstream(sample) << "#include <string>\n#include <utility>\nvoid take(std::string);\n"
                             "std::size_t f(std::string s) { take(std::move(s)); return s.size(); }\n";
    fs::copy_file(fs::path(GLUEBALL_SOURCE) / ".clang-tidy", other / ".clang-tidy");
    const nlohmann::json one = {{{"directory", other.path().string()},
                                 {"command", "c++ -std=c++20 -c " + sample.string()},
                                 {"file", sample.string()}}};
    const auto found = complaints(other.path(), one);
    REQUIRE(found.size() == 1);
    CHECK(found[0].find("bugprone-use-after-move") != std::string::npos);
  }
}

}  // namespace

}  // namespace glueball::test::unit_clang_tidy
