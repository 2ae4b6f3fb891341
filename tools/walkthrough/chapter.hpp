// Chapters share these: their devices, memory filled from vectors, launches, their exit status, and how far
// links are apart.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/wording.hpp"
#include "base/error.hpp"
#include "gpu/device.hpp"
#include "lattice/configuration.hpp"

namespace glueball::chapter {

/// Milliseconds per call of `work`; `finish` waits for it. The first call, in which drivers still compile,
/// does not count.
inline double milliseconds(int repeats, const std::function<void()>& work,
                           const std::function<void()>& finish) {
  work();
  finish();
  const auto start = std::chrono::steady_clock::now();
  for (int repeat = 0; repeat < repeats; ++repeat) work();
  finish();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() /
         repeats;
}

inline double largest_difference(const Configuration& a, const Configuration& b) {
  double largest = 0;
  for (std::size_t n = 0; n < a.links().size(); ++n)
    for (int k = 0; k < 9; ++k)
      largest = std::max(largest, std::abs(a.links()[n][k / 3][k % 3] - b.links()[n][k / 3][k % 3]));
  return largest;
}

/// Prints whether an exercise came out.
inline bool report(int number, const char* what, bool good) {
  fmt::print("exercise {}: {:<80}{}\n", number, what, good ? "yes" : "NO");
  return good;
}

/// A buffer on the device with these values.
template <class T>
std::shared_ptr<gpu::Memory> buffer_of(gpu::Device& device, const std::vector<T>& values) {
  auto memory = device.allocate({.bytes = values.size() * sizeof(T)});
  device.stream().upload(*memory, std::as_bytes(std::span(values)));
  return memory;
}

/// What a buffer holds, once all that was asked for before is done.
template <class T>
std::vector<T> values_of(gpu::Device& device, const gpu::Memory& memory) {
  std::vector<T> values(memory.bytes() / sizeof(T));
  device.stream().download(memory, std::as_writable_bytes(std::span(values)));
  return values;
}

struct NoArguments {};

/// A shader of a chapter, in workgroups of `group` invocations.
struct Shader {
  Shader(gpu::Device& device, const std::string& name, std::uint32_t group,
         gpu::Specialization constants = {})
      : stream(device.stream()), group(group) {
    constants[0] = group;
    pipeline = &device.pipeline(name, {gpu::Storage::buffer}, constants);
  }
  /// At least `count` invocations; fields[i] is what the shader calls binding i.
  template <class Arguments = NoArguments>
  void operator()(std::uint32_t count, const std::vector<gpu::Binding>& fields,
                  const Arguments& arguments = {}) {
    std::span<const std::byte> bytes;
    if constexpr (!std::is_same_v<Arguments, NoArguments>) bytes = std::as_bytes(std::span(&arguments, 1));
    stream.dispatch(*pipeline, fields, bytes, (count + group - 1) / group);
  }

  gpu::Stream& stream;
  std::uint32_t group;
  gpu::Pipeline* pipeline;
};

inline gpu::Binding in(const std::shared_ptr<gpu::Memory>& m) { return {m.get(), gpu::Access::in}; }
inline gpu::Binding out(const std::shared_ptr<gpu::Memory>& m) { return {m.get(), gpu::Access::out}; }
inline gpu::Binding inout(const std::shared_ptr<gpu::Memory>& m) { return {m.get(), gpu::Access::inout}; }

/// The devices named on the command line, or the best of each API.
inline std::vector<std::string> chosen_devices(int argc, char** argv) {
  if (argc > 1) return {argv + 1, argv + argc};
  std::vector<std::string> ids;
  for (const gpu::Api api : {gpu::Api::vulkan, gpu::Api::opengl}) {
    std::vector<gpu::DeviceInfo> of_api;
    for (const auto& info : gpu::devices())
      if (info.api == api) of_api.push_back(info);
    if (!of_api.empty()) ids.push_back(gpu::default_device(of_api));
  }
  return ids.empty() ? std::vector<std::string>{"auto"} : ids;  // "auto" says what to install
}

/// `work` tells whether GPU and CPU agree on a device. The exit status of the program.
using Work = std::function<bool(gpu::Device&)>;

/// Works on each chosen device below a headline with its name.
inline int run(const char* name, gpu::ShaderPack shaders, int argc, char** argv, const Work& work) try {
  gpu::register_shaders(shaders);
  bool agree = true;
  for (const std::string& id : chosen_devices(argc, argv)) {
    const auto device = gpu::open_device(id);
    fmt::print("\n{}, {}\n", device->info().id(), device->info().name);
    agree &= work(*device);
  }
  fmt::print("\n{}\n", agree ? "GPU and CPU agree" : "GPU AND CPU DIFFER");
  return agree ? 0 : int(app::Status::self_test);
} catch (const Error& error) {
  return app::failed(name, error);
}

/// The solutions of a chapter's exercises, on the device that is named, or the best one.
inline int run_solutions(const char* name, gpu::ShaderPack shaders, int argc, char** argv,
                         const Work& work) try {
  gpu::register_shaders(shaders);
  return work(*gpu::open_device(argc > 1 ? argv[1] : "auto")) ? 0 : int(app::Status::self_test);
} catch (const Error& error) {
  return app::failed(fmt::format("{} solutions", name), error);
}

/// Prints whether the device and the CPU found the same.
inline bool agrees(int exercise, const std::string& text, bool agree) {
  fmt::print("exercise {}: {:<58} {}\n", exercise, text, agree ? "GPU and CPU agree" : "GPU AND CPU DIFFER");
  return agree;
}

}  // namespace glueball::chapter
