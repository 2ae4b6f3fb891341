#include "run/provenance.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "gpu/shader.hpp"
#include "run/json_line.hpp"

namespace glueball {

std::string version() { return GLUEBALL_VERSION; }

std::string utc_time() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::string Provenance::json() const {
  const nlohmann::ordered_json object = {
      {"version", version},     {"device", device},   {"driver", driver},           {"api", api},
      {"precision", precision}, {"storage", storage}, {"accumulator", accumulator}, {"shaders", shaders},
      {"seed", seed},           {"time", time}};
  return json_line(object);
}

Provenance provenance(const gpu::DeviceInfo& device, gpu::Precision precision, gpu::Storage storage,
                      gpu::Accumulator accumulator, std::uint64_t seed) {
  Provenance p;
  p.version = version();
  p.device = device.id() + " " + device.name;
  p.driver = device.driver;
  p.api = fmt::format("{} {}", to_string(device.api), device.api_version);
  p.precision = to_string(precision);
  p.storage = to_string(storage);
  p.accumulator = to_string(accumulator);
  p.shaders = fmt::format("{:016x}", gpu::shader_hash());
  p.seed = seed;
  p.time = utc_time();
  return p;
}

}  // namespace glueball
