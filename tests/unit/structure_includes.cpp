// These tests check that the modules of host/ and tools/ include one way only. They read every #include, and
// every word that only one module may say.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/source_text.hpp"

namespace glueball::test::unit_structure_includes {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

/// The table lists the modules that each module may include besides itself; "args" is shaders/args. A module
/// without an entry is a violation by itself.
const std::map<std::string, Names>& modules() {
  static const std::map<std::string, Names> table = [] {
    std::map<std::string, Names> t;
    t["base"] = {};
    t["spirv"] = {"base", "args"};
    t["gpu"] = {"base", "spirv", "args"};
    t["gpu/gl"] = t["gpu/vk"] = {"base", "gpu", "spirv"};
    t["lattice"] = {"base"};
    t["comm"] = {"base", "lattice"};
    t["rational"] = {"base"};  // mathematics alone
    t["field"] = {"base", "spirv", "gpu", "lattice", "comm", "args"};
    // The CPU's arithmetic and files need no kernel and no device (see the closure below).
    t["cpu"] = {"base", "lattice"};
    // Only what checks or explains includes the references. What runs compute on the CPU is in cpu.
    t["reference"] = {"base", "lattice", "cpu"};
    t["io"] = {"base", "lattice", "rational"};
    t["kernels"] = {"base", "gpu", "lattice", "comm", "field", "args"};
    const Names below_algorithms{"base", "gpu", "lattice", "comm", "field", "kernels", "cpu"};
    t["linalg"] = t["halo"] = below_algorithms;
    t["linalg"].insert("halo");  // sums of all ranks go the ways that ghosts go
    const auto over = [&](const std::string& module, const Names& more) {
      t[module] = below_algorithms;
      t[module].insert(more.begin(), more.end());
    };
    over("fermion", {"linalg", "halo"});
    over("smear", {"linalg", "halo"});
    over("eigen", {"linalg", "halo", "fermion", "quark"});
    over("solvers", {"linalg", "halo", "fermion"});
    over("overlap", {"linalg", "halo", "fermion", "solvers", "eigen", "quark", "rational"});
    over("actions", {"linalg", "halo", "smear", "fermion", "solvers", "rational", "overlap"});
    t["quark"] = {"base", "lattice", "cpu"};  // sources and contractions: fields of the host alone
    for (const char* module : {"update", "measure", "flow", "fix"})
      over(module, {"linalg", "halo", "solvers", "actions"});
    // These modules compute condensates, eigenvalues, the index, and the charge of flowed links.
    t["measure"].insert({"fermion", "quark", "eigen", "overlap", "flow", "smear"});
    t["update"].insert({"measure", "smear"});  // an update reports the plaquette it has left
    const Names algorithms{"overlap", "linalg",  "halo", "fermion", "solvers", "actions",  "quark", "eigen",
                           "update",  "measure", "flow", "fix",     "io",      "rational", "smear"};
    // How kernels are timed and held against their references: what runs them and what checks them.
    over("kernel_specs", {"overlap", "eigen", "rational", "halo", "linalg", "fermion", "solvers", "measure",
                          "flow", "fix", "smear", "reference"});
    over("run", algorithms);
    t["draw"] = {"base"};
    over("bench", algorithms);
    t["bench"].insert({"kernel_specs", "draw", "run", "reference"});
    over("tune", {"bench", "kernel_specs", "io"});
    over("app", algorithms);
    over("view", algorithms);
    for (const char* module : {"app", "view"}) t[module].insert({"run", "bench", "draw", "tune"});
    t["app"].insert({"kernel_specs", "spirv"});
    t["view"].insert({"app", "args", "kernel_specs", "spirv"});
    // The tables of options of the program and of Python's module, and a run as its window shows it.
    t["options"] = t["app"];
    t["options"].insert({"app", "view"});
    over("tools", algorithms);
    t["tools"].insert({"app", "bench", "kernel_specs", "draw", "options", "run", "tune", "view", "spirv"});
    t["walkthrough"] = t["tools"];
    t["walkthrough"].insert({"tools", "reference"});
    // Python's module has bindings alone.
    over("python", algorithms);
    t["python"].insert({"app", "kernel_specs", "options", "run", "spirv", "view"});
    t["walkthrough/vulkan"] = {"base", "gpu", "spirv", "walkthrough"};  // the chapter that spells Vulkan out
    return t;
  }();
  return table;
}

/// Headers of a package, and the modules that alone may name it. `words` finds the package's own names in
/// code.
struct Package {
  const char *name, *headers, *words;
  Names modules;
};
const std::vector<Package>& packages() {
  static const std::vector<Package> table = {
      {"OpenGL",
       "glad/|GL/|GLES|EGL/|KHR/",
       R"(\b(gl|egl)[A-Z][a-z]\w*\s*\(|\b(GL|EGL)_[A-Z]\w+|\bGL(u?int|enum|sizei\w*)\b)",
       {"gpu/gl"}},
      {"Vulkan",
       "vulkan/",
       R"(\bvk::\w|\bvk[A-Z][a-z]\w*\s*\(|\bVk[A-Z]\w+|\bVK_[A-Z]\w+)",
       {"gpu/vk", "walkthrough/vulkan"}},
      {"GLFW", "GLFW/", R"(\bglfw[A-Z]\w*|\bGLFW_?\w+)", {"gpu/gl", "gpu/vk", "view"}},
      {"Boost", "boost/", R"(\bboost::\w)", {"rational"}},
      {"Eigen", "Eigen/", R"(\bEigen::\w)", {"eigen"}},
      {"Cairo", "cairo", R"(\bcairo_\w+|\bCAIRO_\w+)", {"draw"}},
      {"HDF5", "hdf5\\.h|H5", R"(\bH5[A-Z]{1,2}[a-z_]\w+|\bhid_t\b)", {"io"}},
      {"FFTW", "fftw3", R"(\bfftw_\w+)", {"measure"}},
      {"GLM", "glm/", R"(\bglm::\w)", {"view"}},
      {"ImGui", "imgui/|imgui\\.h", R"(\bImGui\w*::|\bIm(Vec|Draw)\w+)", {"view"}},
      {"pybind11", "pybind11/|Python\\.h", R"(\bpybind11\b|\bPy(Err|GIL|Object)\w*)", {"python"}},
      {"MPI", "mpi\\.h", R"(\bMPI_[A-Z]\w+)", {"comm"}},
  };
  return table;
}

/// This is a source file: its path from the root of the repository, and its text.
using Sources = std::map<std::string, std::string>;

Sources read_sources(const fs::path& root) {
  Sources sources;
  for (const char* top : {"host", "tools", "python"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      static const Names extensions{".cpp", ".hpp", ".h", ".inl", ".c"};
      if (!entry.is_regular_file() || !extensions.contains(entry.path().extension().string())) continue;
      sources[fs::relative(entry.path(), root).generic_string()] = test::text_of(entry.path());
    }
  return sources;
}

/// Returns "gpu/gl" for "host/gpu/gl/ring.hpp", "tools" for "tools/glueball/main.cpp".
std::string module_of(const std::string& path) {
  if (path.starts_with("tools/walkthrough/02_vulkan/")) return "walkthrough/vulkan";
  if (path.starts_with("tools/walkthrough/")) return "walkthrough";
  if (path.starts_with("tools/")) return "tools";
  if (path.starts_with("python/")) return "python";
  if (path.starts_with("shaders/args/")) return "args";
  const std::string inside = path.substr(std::string("host/").size());
  for (const char* deep : {"gpu/gl", "gpu/vk"})
    if (inside.starts_with(std::string(deep) + "/")) return deep;
  return inside.substr(0, inside.find('/'));
}

struct Include {
  std::string name;
  bool quoted;
};

std::vector<Include> includes_of(const std::string& text) {
  static const std::regex line(R"(^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">])", std::regex::multiline);
  std::vector<Include> all;
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at)
    all.push_back({(*at)[2], (*at)[1] == "\""});
  return all;
}

/// The file a quoted include means, or empty: relative to host/, to shaders/, beside the includer (tools
/// only), or relative to python/ (python only).
std::string resolve(const Sources& sources, const std::string& from, const std::string& name) {
  for (const std::string& path :
       {"host/" + name, (fs::path(from).parent_path() / name).lexically_normal().generic_string()})
    if (sources.contains(path) && (path.starts_with("host/" + name) || from.starts_with("tools/")))
      return path;
  if (from.starts_with("python/") && sources.contains("python/" + name)) return "python/" + name;
  return name.starts_with("args/") ? "shaders/" + name : "";
}

/// Returns our files that a file includes.
Names targets(const Sources& sources, const std::string& path) {
  Names found;
  if (const auto file = sources.find(path); file != sources.end())
    for (const auto& include : includes_of(file->second))
      if (const std::string target = resolve(sources, path, include.name); include.quoted && !target.empty())
        found.insert(target);
  return found;
}

using Lines = std::vector<std::string>;

void check_include(const Sources& sources, const std::string& path, const Include& include, Lines& found) {
  const std::string module = module_of(path);
  for (const auto& package : packages())
    if (std::regex_search(include.name, std::regex(std::string("^(") + package.headers + ")")) &&
        !package.modules.contains(module))
      found.push_back(path + ": includes " + include.name + ", and " + package.name +
                      " is not this module's");
  if (!include.quoted) {
    if (sources.contains("host/" + include.name))
      found.push_back(path + ": includes <" + include.name + ">, which is ours: quotes");
    return;
  }
  const std::string target = resolve(sources, path, include.name);
  if (target.empty()) {
    found.push_back(path + ": includes \"" + include.name + "\", which is not below host/ or shaders/args/");
  } else if (module_of(target) != module && !modules().at(module).contains(module_of(target))) {
    found.push_back(path + ": includes " + include.name + ", and " + module + " may not see " +
                    module_of(target));
  }
}

/// The CPU's arithmetic and files must build and be tested without a GPU: nothing they include leads to one.
void check_closure(const Sources& sources, const std::string& path, Lines& found) {
  Names seen{path};
  Lines open{path};
  while (!open.empty()) {
    const std::string at = open.back();
    open.pop_back();
    for (const auto& next : targets(sources, at)) {
      if (module_of(next).starts_with("gpu")) found.push_back(path + ": leads to " + next + " through " + at);
      if (seen.insert(next).second) open.push_back(next);
    }
  }
}

/// Returns every violation of one file, a line each: the file, what it does, why that is wrong.
Lines violations(const Sources& sources, const std::string& path) {
  const std::string& text = sources.at(path);
  const std::string module = module_of(path);
  if (!modules().contains(module))
    return {path + ": module '" + module + "' is not in the table of this test"};
  Lines found;
  for (const auto& include : includes_of(text)) check_include(sources, path, include, found);
  const std::string code = test::source_text(text).code;
  for (const auto& package : packages()) {
    std::smatch word;
    if (!package.modules.contains(module) && std::regex_search(code, word, std::regex(package.words)))
      found.push_back(path + ": says '" + word.str() + "', and " + package.name + " is not this module's");
  }
  if (module == "cpu" || module == "reference" || module == "io") check_closure(sources, path, found);
  return found;
}

/// True if the modules below `module` lead back to it.
bool in_a_circle(const std::string& module) {
  Names seen;
  Lines open{module};
  while (!open.empty()) {
    const std::string at = open.back();
    open.pop_back();
    if (at == "args") continue;
    for (const auto& below : modules().at(at)) {
      if (below == module) return true;
      if (seen.insert(below).second) open.push_back(below);
    }
  }
  return false;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("includes point one way") {
    const Sources sources = read_sources(GLUEBALL_SOURCE);
    std::size_t quoted = 0;
    for (const auto& [path, text] : sources) {
      quoted += targets(sources, path).size();
      for (const auto& line : violations(sources, path)) FAIL_CHECK(line);
    }
    // Most sources include others; fewer would mean that the pattern or the paths are wrong.
    CHECK(!sources.empty());
    CHECK(quoted > 2 * sources.size());
  }

  TEST_CASE("the order of modules has no circle") {
    for (const auto& [its_module, below] : modules()) {
      const auto& module = its_module;
      CAPTURE(module);
      CHECK_FALSE(in_a_circle(module));
    }
  }

  TEST_CASE("a wrong include is found") {
    Sources sources = read_sources(GLUEBALL_SOURCE);
    // The violations of a file that is added to the repository.
    const auto wrong = [&](const char* path, const char* text) {
      sources[path] = text;
      const auto found = violations(sources, path).size();
      sources.erase(path);
      return found;
    };
    CHECK(wrong("host/lattice/x.hpp", "#include \"kernels/kernel.hpp\"\n") == 1);
    CHECK(wrong("host/io/x.cpp", "#include \"gpu/info.hpp\"\n") == 2);
    CHECK(wrong("host/reference/x.cpp", "#include \"field/field.hpp\"\n") >= 1);
    CHECK(wrong("host/cpu/x.cpp", "#include \"reference/heatbath.hpp\"\n") == 1);
    CHECK(wrong("host/solvers/x.cpp", "#include \"reference/cg.hpp\"\n") == 1);
    CHECK(wrong("host/solvers/x.cpp", "#include \"actions/action.hpp\"\n") == 1);
    CHECK(wrong("host/update/x.cpp", "  #  include \"app/open.hpp\"\n") == 1);
    CHECK(wrong("host/gpu/x.cpp", "#include \"gpu/vk/device.hpp\"\n") == 1);
    CHECK(wrong("host/tune/x.cpp", "#include \"app/progress.hpp\"\n") == 1);
    CHECK(wrong("host/base/x.hpp", "#include <lattice/geometry.hpp>\n") == 1);
    CHECK(wrong("host/app/x.cpp", "#include <vulkan/vulkan.hpp>\n") == 1);
    CHECK(wrong("host/gpu/vk/x.cpp", "#include <glad/gl.h>\n") == 1);
    CHECK(wrong("host/app/x.cpp", "#include <GLFW/glfw3.h>\n") == 1);
    CHECK(wrong("host/lattice/x.hpp", "#include <glm/vec3.hpp>\n") == 1);
    CHECK(wrong("host/app/x.cpp", "#include \"no_such.hpp\"\n") == 1);
    CHECK(wrong("host/newroom/x.cpp", "\n") == 1);
    CHECK(wrong("host/kernels/x.cpp", "void f() { vk::Device d; }\n") == 1);
    CHECK(wrong("tools/glueball/x.cpp", "void f() { glFinish(); }\n") == 1);
    CHECK(wrong("host/gpu/x.cpp", "int f() { return GLFW_TRUE; }\n") == 1);
    // And what is right is not.
    CHECK(wrong("host/kernels/x.hpp",
                "#include \"args/site.h\"\n#include <array>\n// glFinish() vk::Device\n") == 0);
    CHECK(wrong("tools/glueball/x.cpp", "#include \"command.hpp\"\nconst char* s = \"glFinish()\";\n") == 0);
    CHECK(wrong("host/view/x.cpp", "#include <GLFW/glfw3.h>\n#include \"app/setup.hpp\"\n") == 0);
  }
}

}  // namespace glueball::test::unit_structure_includes
