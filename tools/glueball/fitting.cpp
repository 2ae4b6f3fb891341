#include "fitting.hpp"

#include "app/capacity.hpp"
#include "io/configuration_file.hpp"
#include "io/gauge_source.hpp"

namespace glueball::app {

Configuration read_fitting(const gpu::DeviceInfo& device, const std::filesystem::path& path,
                           const io::ReadOptions& options, const MemoryNeed& need) {
  require_fits(device, io::open_source(path, options)->geometry(), need);
  return io::read_configuration(path, options).configuration;
}

}  // namespace glueball::app
