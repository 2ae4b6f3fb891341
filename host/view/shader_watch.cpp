#include "view/shader_watch.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "gpu/reload.hpp"
#include "spirv/compiler.hpp"

namespace glueball::view {
namespace {

namespace fs = std::filesystem;

/// An editor may delete a file for a moment, which then counts as old.
fs::file_time_type newest(const std::set<fs::path>& files) {
  fs::file_time_type latest = fs::file_time_type::min();
  for (const auto& file : files) {
    std::error_code gone;
    if (const auto time = fs::last_write_time(file, gone); !gone) latest = std::max(latest, time);
  }
  return latest;
}

}  // namespace

ShaderWatch::ShaderWatch(gpu::Device& device, fs::path folder, fs::file_time_type since)
    : device_(device), folder_(std::move(folder)), since_(since) {
  if (!fs::is_directory(folder_ / "lib"))
    throw Error(ErrorKind::bad_value,
                "--shaders " + folder_.string() + ": this is no folder of shaders (it has no lib/)",
                "copy the program's shaders/ and edit there");
}

bool ShaderWatch::look() {
  bool any = false;
  for (const std::string& blob : gpu::shaders_in_use(device_)) {
    if (!fs::exists(spirv::shader_source(folder_, blob)))
      continue;  // a program's own shader, or a deleted one
    const auto time = newest(spirv::shader_files(folder_, blob));
    const auto [done, fresh] = done_.try_emplace(blob, since_);
    if (time <= done->second) continue;
    done->second = time;
    any = true;
    errors_.erase(blob);
    try {
      gpu::replace_shader(device_, blob, spirv::compile_shader(folder_, blob));
      ++replaced_;
    } catch (const Error& error) {
      errors_[blob] = error.what();
    }
  }
  return any;
}

std::string ShaderWatch::errors() const {
  std::string text;
  for (const auto& [blob, error] : errors_)
    // An error in a file that many shaders include is reported once.
    if (text.find(error) == std::string::npos) text += (text.empty() ? "" : "\n") + error;
  return text;
}

fs::file_time_type build_time() {
  std::error_code unknown;
  const auto time = fs::last_write_time("/proc/self/exe", unknown);
  return unknown ? fs::file_time_type::min() : time;
}

}  // namespace glueball::view
