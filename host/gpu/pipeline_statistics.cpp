#include "gpu/pipeline_statistics.hpp"

namespace glueball::gpu {
namespace {

struct Record {
  bool wanted = false;
  std::vector<std::pair<std::string, std::string>> told;
  std::vector<PipelineStatistics> pipelines;
};

Record& record() {
  static Record the_record;
  return the_record;
}

}  // namespace

void want_statistics(bool on) { record().wanted = on; }
bool statistics_wanted() { return record().wanted; }

void tell_statistics(std::vector<std::pair<std::string, std::string>> values) {
  record().told = std::move(values);
}

void record_pipeline(std::string kernel) {
  if (!record().wanted) return;
  record().pipelines.push_back({std::move(kernel), std::exchange(record().told, {})});
}

std::vector<PipelineStatistics> take_statistics() { return std::exchange(record().pipelines, {}); }

}  // namespace glueball::gpu
