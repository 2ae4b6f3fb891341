// Kernels sorted by time.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gpu/stream.hpp"

namespace glueball::app {

inline double seconds_of(double seconds) { return seconds; }
inline double seconds_of(const gpu::KernelTime& time) { return time.seconds; }

/// Returns the kernels, the longest time first.
template <class Time>
std::vector<std::pair<std::string, Time>> by_time(const std::map<std::string, Time>& kernels) {
  std::vector<std::pair<std::string, Time>> rows(kernels.begin(), kernels.end());
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return seconds_of(a.second) > seconds_of(b.second); });
  return rows;
}

}  // namespace glueball::app
