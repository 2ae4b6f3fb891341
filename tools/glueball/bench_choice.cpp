// The choice of kernels that `glueball bench` times.
#include "base/error.hpp"
#include "bench_options.hpp"
#include "comm/communicator.hpp"

namespace glueball::app {

std::string known_benchmarks() {
  std::string text = "copy";
  for (const kernel_specs::Benchmark* b : kernel_specs::benchmarks()) text += ", " + b->name;
  return text;
}

std::vector<const kernel_specs::Benchmark*> chosen_benchmarks(const BenchOptions& o) {
  const bool half = o.common.precision_of_fields() == gpu::Precision::half;
  std::vector<const kernel_specs::Benchmark*> chosen;
  bool all = o.names.empty();
  for (const auto& given : o.names) {
    const std::string name = given == "cg" && o.quark != "wilson" ? "cg-" + o.quark : given;
    if (name == "restart")
      throw Error(ErrorKind::bad_value, "bench restart is run alone", "take the other names out");
    all = all || name == "all";
    const kernel_specs::Benchmark* found = kernel_specs::find_benchmark(name);
    if (!found && name != "copy" && name != "all")
      throw Error(ErrorKind::bad_value, "bench: no benchmark '" + name + "'",
                  "there are " + known_benchmarks());
    if (!found) continue;
    if (half && !found->in_half)
      throw Error(ErrorKind::bad_value, "bench: '" + name + "' has no form in half precision",
                  "choose another --precision");
    chosen.push_back(found);
  }
  if (all) {
    chosen.clear();
    for (const kernel_specs::Benchmark* b : kernel_specs::benchmarks())
      if ((!half || b->in_half) && (world().alone() || b->ghosts > 0)) chosen.push_back(b);
  }
  return chosen;
}

}  // namespace glueball::app
