#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_scripts {

namespace fs = std::filesystem;

TEST_SUITE("cli") {
  TEST_CASE("the scripts are well formed and explain themselves") {
    for (const char* script : {"tools/run", "tools/test", "tools/release", "tools/bench/report",
                               "tools/scan/report", ".ci/run", "tools/lib/setup.sh"}) {
      CAPTURE(script);
      const auto parsed = run_command({"bash", "-n", std::string(GLUEBALL_SOURCE "/") + script});
      CHECK(parsed.status == 0);
      CHECK(parsed.err.empty());
    }
    for (const char* script :
         {"tools/run", "tools/test", "tools/release", "tools/bench/report", "tools/scan/report"}) {
      const auto help = run_command({std::string(GLUEBALL_SOURCE "/") + script, "--help"});
      CHECK(help.status == 0);
      CHECK(help.out_has("Usage:"));
    }
  }

  TEST_CASE(
      "tools/run walkthrough: a chapter without a program names its page, another number all chapters") {
    const auto last = run_command({GLUEBALL_SOURCE "/tools/run", "walkthrough", "21"});
    CHECK(last.status == 1);
    CHECK(last.err == "run: this chapter has no program: read tools/walkthrough/21_where_next/README.md\n");
    const auto none = run_command({GLUEBALL_SOURCE "/tools/run", "walkthrough", "77"});
    CHECK(none.status == 1);
    CHECK(none.err_has("01_add"));
  }

  TEST_CASE("tools/run: two at once take two directories, and one that was left empty is taken again") {
    const TemporaryDirectory scratch;
    const std::string name = (scratch.path() / "runs" / "quickstart").string();
    fs::create_directories(name + "-2");  // of a run that kept nothing
    fs::create_directories(name + "-3" + "/kept");
    // The function alone, and what it needs of the rest; the one waits inside of the other.
    const std::string script =
        "eval \"$(sed -n '/^take_directory()/,/^}/p' \"$0\")\"; fail() { echo \"$@\"; exit 1; }; ";
    const auto r =
        run_command({"bash", "-euc",
                     script + "take_directory \"$1\"; echo \"$output\"; for n in 1 2; do bash -euc '" +
                         "eval \"$(sed -n \"/^take_directory()/,/^}/p\" \"$0\")\"; " +
                         "take_directory \"$1\"; echo \"$output\"' \"$0\" \"$1\"; done",
                     GLUEBALL_SOURCE "/tools/run", name});
    CAPTURE(r.err);
    CHECK(r.status == 0);
    CHECK(r.out == name + "\n" + name + "-2\n" + name + "-2\n");
  }

  TEST_CASE("setup names what is missing where it may not install") {
    // A PATH with what the script itself needs: neither dpkg nor apt, and no compiler.
    const TemporaryDirectory bin;
    for (const char* program : {"bash", "dirname", "basename"}) {
      fs::create_symlink(fs::exists(fs::path("/usr/bin") / program) ? fs::path("/usr/bin") / program
                                                                    : fs::path("/bin") / program,
                         bin / program);
    }
    ProgramOptions options;
    options.environment["PATH"] = bin.path();
    const auto r = run_command(
        {"bash", "-c", "source \"$0\"; install_missing", GLUEBALL_SOURCE "/tools/lib/setup.sh"}, options);
    CAPTURE(r.err);
    CHECK(r.status == 1);
    CHECK(r.err_has("this is no Debian"));
    CHECK(r.err_has("cmake"));
    CHECK(r.err_has("glad"));
  }

  TEST_CASE("setup goes on with the packages that can be had where apt-get update fails") {
    const TemporaryDirectory bin;
    const auto program = [&](const std::string& name, const std::string& text) {
      std::ofstream(bin / name) << "#!/bin/bash\n" << text << "\n";
      fs::permissions(bin / name, fs::perms::owner_all);
    };
    program("apt-get", "[[ $* == *update* ]] && exit 100; touch " + (bin / "installed").string());
    program("sudo", "exec \"$@\"");
    program("dpkg-query", "true");
    ProgramOptions options;
    options.environment["PATH"] = bin.path().string() + ":" + std::getenv("PATH");
    const auto r =
        run_command({"bash", "-euc", "source \"$0\"; is_debian() { true; }; install_missing; echo on",
                     GLUEBALL_SOURCE "/tools/lib/setup.sh"},
                    options);
    CAPTURE(r.err);
    CHECK(r.status == 0);
    CHECK(r.out == "on\n");
    CHECK(r.err_has("apt-get update failed"));
    CHECK(fs::exists(bin / "installed"));
  }

  TEST_CASE("setup configures a copied tree anew, and two at once build one after the other") {
    const TemporaryDirectory scratch;
    const fs::path build = scratch / "tree/build/release";
    fs::create_directories(scratch / "tree/tools/lib");
    fs::create_directories(build);
    fs::create_directories(scratch / "bin");
    fs::copy_file(GLUEBALL_SOURCE "/tools/lib/setup.sh", scratch / "tree/tools/lib/setup.sh");
    const auto program = [&](const std::string& name, const std::string& text) {
      std::ofstream(scratch / "bin" / name) << "#!/bin/bash\n" << text << "\n";
      fs::permissions(scratch / "bin" / name, fs::perms::owner_all);
    };
    // A configuration is noted; a build fails where another is at work.
    program("cmake",
            "echo \"$*\" >> configured; touch build/release/build.ninja; "
            "echo \"CMAKE_HOME_DIRECTORY:INTERNAL=$PWD\" > build/release/CMakeCache.txt");
    program("ninja", "mkdir \"$2/busy\" || exit 1; sleep 0.3; rmdir \"$2/busy\"");
    std::ofstream(build / "build.ninja");
    std::ofstream(build / "CMakeCache.txt") << "CMAKE_HOME_DIRECTORY:INTERNAL=" GLUEBALL_SOURCE "\n";
    ProgramOptions options;
    options.environment["PATH"] = (scratch / "bin").string() + ":" + std::getenv("PATH");
    const auto r = run_command({"bash", "-euc",
                                "source \"$0\"; (build_release all) & build_release all; wait $!; "
                                "build_release all",
                                (scratch / "tree/tools/lib/setup.sh").string()},
                               options);
    CAPTURE(r.err);
    CHECK(r.status == 0);
    std::ifstream file(scratch / "tree/configured");
    std::string first, second;
    std::getline(file, first);
    std::getline(file, second);
    CHECK(first == "--fresh --preset release");
    CHECK(second.empty());
    CHECK(r.err_has("waiting for another build"));
  }

  TEST_CASE("tools/run web builds the page and serves it on this machine alone") {
    const TemporaryDirectory scratch;
    fs::create_directories(scratch / "bin");
    fs::create_directories(scratch / "tree/tools");
    for (const char* file : {"run", "lib"})
      fs::copy(fs::path(GLUEBALL_SOURCE) / "tools" / file, scratch / "tree/tools" / file,
               fs::copy_options::recursive);
    for (const auto& [name, text] : {std::pair{"dpkg-query", "echo installed"},
                                     {"cmake", "touch build/release/build.ninja"},
                                     {"ninja", "echo \"$*\" > \"$2/built\""},
                                     {"python3", "echo \"$*\""}}) {
      std::ofstream(scratch / "bin" / name) << "#!/bin/bash\n" << text << "\n";
      fs::permissions(scratch / "bin" / name, fs::perms::owner_all);
    }
    ProgramOptions options;
    options.environment["PATH"] = (scratch / "bin").string() + ":" + std::getenv("PATH");
    const std::string build = (scratch / "tree/build/release").string();
    const auto r = run_command({(scratch / "tree/tools/run").string(), "web", "8123"}, options);
    CAPTURE(r.err);
    CHECK(r.status == 0);
    CHECK(r.out == "-m http.server --bind 127.0.0.1 --directory " + build + "/web 8123\n");
    CHECK(r.err_has("http://127.0.0.1:8123/"));
    std::ifstream built(build + "/built");
    std::string words;
    std::getline(built, words);
    CHECK(words == "-C " + build + " web");
  }

  TEST_CASE("the program is built without the tests and the walkthrough") {
    const auto r =
        run_command({"ninja", "-C", std::getenv("GLUEBALL_BUILD"), "-t", "inputs", "glueball_program"});
    REQUIRE(r.status == 0);
    CHECK(r.out_has("libglueball_shaders.so"));
    CHECK(r.out_has("heatbath.comp"));
    CHECK_FALSE(r.out_has("tests/"));
    CHECK_FALSE(r.out_has("walkthrough"));
  }
}

}  // namespace glueball::test::cli_scripts
