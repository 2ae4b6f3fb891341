// Which kernels `glueball bench` times.
#include <algorithm>

#include "base/error.hpp"
#include "bench_options.hpp"

namespace glueball::app {

std::string known_benchmarks() {
  std::string text = "copy";
  for (const auto& b : benchmarks()) text += ", " + b.name;
  return text;
}

std::vector<const Benchmark*> chosen_benchmarks(const BenchOptions& o) {
  const bool half = o.common.precision_of_fields() == gpu::Precision::half;
  std::vector<const Benchmark*> chosen;
  bool all = o.names.empty();
  for (const auto& given : o.names) {
    const std::string name = given == "cg" && o.quark != "wilson" ? "cg-" + o.quark : given;
    if (name == "restart")
      throw Error(Status::usage, "bench restart is run alone", "take the other names out");
    all = all || name == "all";
    const auto& list = benchmarks();
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const Benchmark& b) { return b.name == name; });
    if (found == list.end() && name != "copy" && name != "all")
      throw Error(Status::usage, "bench: no benchmark '" + name + "'", "there are " + known_benchmarks());
    if (found == list.end()) continue;
    if (half && !found->in_half)
      throw Error(Status::usage, "bench: '" + name + "' has no form in half precision",
                  "choose another --precision");
    chosen.push_back(&*found);
  }
  if (all) {
    chosen.clear();
    for (const auto& b : benchmarks())
      if (!half || b.in_half) chosen.push_back(&b);
  }
  return chosen;
}

}  // namespace glueball::app
