#include "app/vector_width.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "app/cache.hpp"
#include "app/progress.hpp"
#include "base/parsed_json.hpp"
#include "io/cache_file.hpp"

namespace glueball::app {
namespace {

namespace fs = std::filesystem;
using WidthJson = nlohmann::ordered_json;

constexpr const char* kVariable = "LP_NATIVE_VECTOR_WIDTH";
constexpr const char* kWidthMagic = "glueball-vector-width";
constexpr int kWidest = 512;
constexpr double kWorthwhile = 0.97;  ///< largest ratio of times that counts; a smaller gain is noise

bool measured_width = false;  // true if this process measured the width
bool is_program = false;      // true if this process is the program, which can start itself again

bool user_has_set() {
  const char* set = std::getenv(kVariable);
  return set != nullptr && *set != '\0' && !measured_width;
}

/// The name, family and model of the first processor; `wide` if it has vectors of 512 bits.
struct Processor {
  std::string name;
  bool wide = false;
};

Processor read_processor() {
  Processor p;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const auto colon = line.find(':');
    const std::string value = colon == std::string::npos ? "" : line.substr(std::min(colon + 2, line.size()));
    for (const char* key : {"vendor_id", "cpu family", "model", "stepping"})
      if (line.starts_with(key)) p.name += (p.name.empty() ? "" : ", ") + value;
    if (line.starts_with("flags")) p.wide = (value + " ").find(" avx512f ") != std::string::npos;
  }
  return p;
}

const Processor& processor() {
  static const Processor here = read_processor();
  return here;
}

fs::path file_of(const fs::path& cache) { return cache / "vector-width.json"; }

/// Returns the cached widths by processor and API; an empty object if there are none, or the file is of
/// another program.
WidthJson kept(const fs::path& cache) {
  std::ifstream file(file_of(cache));
  if (!file) return WidthJson::object();
  WidthJson all = parsed_json<WidthJson>(file);
  if (all.is_object() && all.contains(kWidthMagic) && all.contains("widths") && all["widths"].is_object())
    return std::move(all["widths"]);
  warn_of_cache(file_of(cache), "damaged, or not ours; it is ignored and written anew");
  return WidthJson::object();
}

/// Returns the output of a command; nothing if it fails or takes too long.
std::optional<std::string> output_of(const std::vector<std::string>& arguments, int bits) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  // Mesa's own cache does not depend on the width, so the second width would run the code of the first.
  std::vector<std::string> variables{fmt::format("{}={}", kVariable, bits), "MESA_SHADER_CACHE_DISABLE=true"};
  const std::array<std::string, 2> ours = {std::string(kVariable) + "=", "MESA_SHADER_CACHE_DISABLE="};
  for (char** v = environ; *v != nullptr; ++v)
    if (std::none_of(ours.begin(), ours.end(),
                     [&](const std::string& name) { return std::string_view(*v).starts_with(name); }))
      variables.emplace_back(*v);
  const auto pointers = [](const std::vector<std::string>& words) {
    std::vector<char*> all;
    for (const std::string& w : words) all.push_back(const_cast<char*>(w.c_str()));
    all.push_back(nullptr);
    return all;
  };
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const bool begun = ::posix_spawn(&child, "/proc/self/exe", &files, nullptr, pointers(arguments).data(),
                                   pointers(variables).data()) == 0;
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  std::string text;
  constexpr auto kPatience = std::chrono::seconds(60);
  const auto until = std::chrono::steady_clock::now() + kPatience;
  bool whole = false;
  while (begun && !whole && std::chrono::steady_clock::now() < until) {
    pollfd ready{ends[0], POLLIN, 0};
    if (::poll(&ready, 1, 1000) <= 0) continue;
    std::array<char, 4096> some{};
    const ssize_t n = ::read(ends[0], some.data(), some.size());
    if (n > 0) text.append(some.data(), std::size_t(n));
    whole = n == 0;
  }
  ::close(ends[0]);
  if (!begun) return {};
  if (!whole) ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  return whole && status == 0 ? std::optional(text) : std::nullopt;
}

/// Returns the processor time of a solve in a process of its own, so that other programs do not count.
std::optional<double> solve_seconds(const gpu::DeviceInfo& device, int bits) {
  const auto text = output_of({"glueball", "bench", "cg", "--lattice", "16,16,16,16", "--seconds", "0.3",
                               "--no-tune", "--json", "--device", device.id()},
                              bits);
  if (!text) return {};
  const auto line = text->rfind("{\"kernel\":\"cg\"");
  if (line == std::string::npos) return {};
  const WidthJson row = WidthJson::parse(text->substr(line), nullptr, false);
  const auto found = row.is_object() ? row.find("processor_seconds") : row.end();
  return row.is_object() && found != row.end() && found->is_number() ? std::optional(found->get<double>())
                                                                     : std::nullopt;
}

}  // namespace

void set_vector_width(const fs::path& cache, const std::string& device) {
  is_program = true;
  if (cache.empty() || user_has_set()) return;
  const WidthJson all = kept(cache);
  const auto found = all.find(vector_width_key(device.starts_with("opengl") ? "opengl" : "vulkan"));
  if (found == all.end() || !found->is_object() || !found->contains("bits")) return;
  const auto& bits = (*found)["bits"];
  if (!has_wide_vectors() || !bits.is_number_integer() || bits != kWidest) return;
  ::setenv(kVariable, std::to_string(kWidest).c_str(), 1);
  // Code for other widths must not be taken for this one (docs/drivers.md).
  ::setenv("MESA_SHADER_CACHE_DIR", (cache / "mesa-512-bits").c_str(), 0);
  measured_width = true;
}

void learn_vector_width(const fs::path& cache, const gpu::DeviceInfo& device, bool quiet) {
  const int bits = vector_bits(device);
  if (!is_program || cache.empty() || bits == 0 || !has_wide_vectors() || user_has_set()) return;
  WidthJson all = kept(cache);
  const std::string key = vector_width_key(gpu::to_string(device.api));
  if (const auto found = all.find(key);
      found != all.end() && found->is_object() && found->value("driver", WidthJson()) == device.driver)
    return;
  constexpr std::array kWidths = {256, kWidest};
  constexpr int kRounds = 2;  // alternate, because other programs come and go
  std::array<double, kWidths.size()> best{};
  const auto keep = [&](int chosen) {
    all[key] = {{"driver", device.driver}, {"bits", chosen}, {"seconds", best}};
    return io::write_cache_file(file_of(cache),
                                WidthJson({{kWidthMagic, 1}, {"widths", all}}).dump(2) + "\n");
  };
  // Write the driver's default first. If the file cannot be written, every run would measure anew; runs that
  // start meanwhile would measure too.
  if (const auto why = keep(kWidths[0])) {
    warn_of_cache(file_of(cache), "the width of vectors is not measured: " + *why);
    return;
  }
  bool good = true;
  for (int round = 0; round < kRounds; ++round)
    for (std::size_t n = 0; n < kWidths.size() && good; ++n) {
      const auto seconds = solve_seconds(device, kWidths[n]);
      good = seconds.has_value();
      if (good && (best[n] == 0 || *seconds < best[n])) best[n] = *seconds;
    }
  const int chosen = good && best[1] < kWorthwhile * best[0] ? kWidest : kWidths[0];
  if (const auto why = keep(chosen))
    warn_of_cache(file_of(cache), "not kept: " + *why);
  else if (good)
    say(quiet,
        fmt::format(
            "vectors of {} bits for {}: CG on 16^4 takes the processors {:.1f} ms with 256 and {:.1f} with "
            "512{}",
            chosen, device.id(), best[0] * 1e3, best[1] * 1e3,
            chosen == bits ? "" : "; from the next run on"));
}

int vector_bits(const gpu::DeviceInfo& device) {
  const std::string end = " bits)";
  if (device.type != gpu::DeviceType::software || !device.name.ends_with(end)) return 0;
  const std::size_t last = device.name.size() - end.size();
  std::size_t first = last;
  while (first > 0 && std::isdigit(static_cast<unsigned char>(device.name[first - 1])) != 0) --first;
  return last - first > 0 && last - first < 6 ? std::stoi(device.name.substr(first, last - first)) : 0;
}

bool has_wide_vectors() { return processor().wide; }

std::string vector_width_key(std::string_view api) {
  return fmt::format("{}; {}; code of its own", processor().name, api);
}

std::string vector_bits_chosen_by() {
  return measured_width ? "measurement" : user_has_set() ? "user" : "driver";
}

}  // namespace glueball::app
