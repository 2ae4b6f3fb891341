#include "app/self_test.hpp"

#include <fmt/format.h>

namespace glueball::app {
namespace {

/// A limit that must reach what the kernels need.
template <class T>
SelfTest at_least(std::string name, T gpu::Limits::*limit, std::uint64_t needed, const std::string& unit) {
  return {std::move(name), [=](gpu::Device& device) {
            const std::uint64_t found = device.info().limits.*limit;
            return SelfTestResult{found >= needed, fmt::format("{}{}, {} needed", found, unit, needed),
                                  "try a newer driver, or another --device"};
          }};
}

}  // namespace

std::vector<SelfTest> limit_tests() {
  using gpu::Limits;
  return {
      at_least("limit: storage range", &Limits::storage_range_bytes, std::uint64_t(1) << 27, " bytes"),
      at_least("limit: texel buffer", &Limits::texel_elements, std::uint64_t(1) << 16, " texels"),
      at_least("limit: image layers", &Limits::image_layers, 72, ""),
      at_least("limit: workgroup", &Limits::group_invocations, 128, " invocations"),
      at_least("limit: shared memory", &Limits::shared_bytes, 16384, " bytes"),
      at_least("limit: storage blocks", &Limits::storage_blocks, 8, " per shader"),
  };
}

std::vector<SelfTest> self_tests() {
  std::vector<SelfTest> all = limit_tests();
  for (auto& test : card_tests()) all.push_back(std::move(test));
  return all;
}

}  // namespace glueball::app
