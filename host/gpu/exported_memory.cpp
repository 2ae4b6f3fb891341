#include "gpu/exported_memory.hpp"

#include <unistd.h>

#include <map>
#include <mutex>

namespace glueball::gpu {
namespace {

std::unique_ptr<MemoryExporter> make([[maybe_unused]] const Uuid& device,
                                     [[maybe_unused]] const Uuid& driver) {
#ifdef GLUEBALL_VULKAN
  try {
    return vulkan::make_exporter(device, driver);
  } catch (const std::exception&) {
    // There is no loader, or the driver fails. The importer allocates memory of its own.
  }
#endif
  return nullptr;
}

}  // namespace

ExportedMemory::~ExportedMemory() {
  if (descriptor_ >= 0) close(descriptor_);
}

MemoryExporter* memory_exporter(const Uuid& device, const Uuid& driver) {
  if (device == Uuid{} || driver == Uuid{}) return nullptr;
  static std::mutex mutex;
  // The table is never destroyed, because contexts in static variables may end later.
  static auto& made = *new std::map<std::pair<Uuid, Uuid>, std::unique_ptr<MemoryExporter>>;
  const std::lock_guard lock(mutex);
  const auto [at, fresh] = made.try_emplace({device, driver});
  if (fresh) at->second = make(device, driver);
  return at->second.get();
}

}  // namespace glueball::gpu
