#include "halo/cuda.hpp"

#include <dlfcn.h>

#include <cstring>

namespace glueball {
namespace {

// This interface of the driver is the same in all versions since 11.2.
using Status = int;  // 0: success
constexpr int kPinned = 1, kOnDevice = 1, kByDescriptor = 1, kReadWrite = 3, kMinimum = 0, kNonBlocking = 1;

struct Location {
  int type = kOnDevice;
  int device = 0;
};
struct Properties {
  int type = kPinned;
  int handles = kByDescriptor;
  Location location;
  void* other_systems = nullptr;
  unsigned char compression = 0, remote = 0;
  unsigned short usage = 0;
  unsigned char reserved[4] = {};
};
struct Access {
  Location location;
  int flags = kReadWrite;
};

}  // namespace

struct Cuda::Calls {
  Status (*init)(unsigned);
  Status (*device_count)(int*);
  Status (*device_get)(int*, int);
  Status (*device_uuid)(void*, int);
  Status (*context_retain)(void**, int);
  Status (*context_release)(int);
  Status (*context_push)(void*);
  Status (*context_pop)(void**);
  Status (*granularity)(std::size_t*, const Properties*, int);
  Status (*create)(unsigned long long*, std::size_t, const Properties*, unsigned long long);
  Status (*release)(unsigned long long);
  Status (*to_descriptor)(void*, unsigned long long, int, unsigned long long);
  Status (*from_descriptor)(unsigned long long*, void*, int);
  Status (*reserve)(Pointer*, std::size_t, std::size_t, Pointer, unsigned long long);
  Status (*map)(Pointer, std::size_t, std::size_t, unsigned long long, unsigned long long);
  Status (*set_access)(Pointer, std::size_t, const Access*, std::size_t);
  Status (*unmap)(Pointer, std::size_t);
  Status (*free)(Pointer, std::size_t);
  Status (*stream_create)(void**, unsigned);
  Status (*stream_destroy)(void*);
  Status (*stream_wait)(void*);
  Status (*copy)(Pointer, Pointer, std::size_t, void*);

  /// Returns the functions; null if there is no driver, or it lacks one of them.
  static std::shared_ptr<const Calls> load() {
    // The library is never unloaded, because the driver has threads of its own.
    static void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return nullptr;
    auto c = std::make_shared<Calls>();
    bool all = true;
    const auto find = [&](auto& call, const char* name) {
      void* const symbol = dlsym(library, name);
      all = all && symbol != nullptr;
      std::memcpy(&call, &symbol, sizeof call);
    };
    find(c->init, "cuInit");
    find(c->device_count, "cuDeviceGetCount");
    find(c->device_get, "cuDeviceGet");
    find(c->device_uuid, "cuDeviceGetUuid");
    find(c->context_retain, "cuDevicePrimaryCtxRetain");
    find(c->context_release, "cuDevicePrimaryCtxRelease_v2");
    find(c->context_push, "cuCtxPushCurrent_v2");
    find(c->context_pop, "cuCtxPopCurrent_v2");
    find(c->granularity, "cuMemGetAllocationGranularity");
    find(c->create, "cuMemCreate");
    find(c->release, "cuMemRelease");
    find(c->to_descriptor, "cuMemExportToShareableHandle");
    find(c->from_descriptor, "cuMemImportFromShareableHandle");
    find(c->reserve, "cuMemAddressReserve");
    find(c->map, "cuMemMap");
    find(c->set_access, "cuMemSetAccess");
    find(c->unmap, "cuMemUnmap");
    find(c->free, "cuMemAddressFree");
    find(c->stream_create, "cuStreamCreate");
    find(c->stream_destroy, "cuStreamDestroy_v2");
    find(c->stream_wait, "cuStreamSynchronize");
    find(c->copy, "cuMemcpyDtoDAsync_v2");
    return all ? c : nullptr;
  }
};

/// Makes the context current in this thread while it lives.
class Cuda::Current {
 public:
  explicit Current(const Cuda& cuda) : calls_(*cuda.calls_) { calls_.context_push(cuda.context_); }
  ~Current() {
    void* mine = nullptr;
    calls_.context_pop(&mine);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  const Calls& calls_;
};

std::shared_ptr<Cuda> Cuda::open(const gpu::Uuid& wanted) {
  const auto calls = Calls::load();
  if (!calls || calls->init(0) != 0) return nullptr;
  int count = 0;
  if (calls->device_count(&count) != 0) return nullptr;
  for (int n = 0; n < count; ++n) {
    int device = 0;
    gpu::Uuid uuid{};
    if (calls->device_get(&device, n) != 0 || calls->device_uuid(uuid.data(), device) != 0 || uuid != wanted)
      continue;
    std::shared_ptr<Cuda> cuda(new Cuda);
    cuda->calls_ = calls;
    cuda->device_ = device;
    cuda->self_ = cuda;
    if (calls->context_retain(&cuda->context_, device) != 0) {
      cuda->context_ = nullptr;
      return nullptr;
    }
    const Current current(*cuda);
    Properties properties;
    properties.location.device = device;
    if (calls->granularity(&cuda->granularity_, &properties, kMinimum) != 0) return nullptr;
    for (void*& lane : cuda->lanes_)
      if (calls->stream_create(&lane, kNonBlocking) != 0) return nullptr;
    return cuda;
  }
  return nullptr;
}

Cuda::~Cuda() {
  if (context_ == nullptr) return;
  {
    const Current current(*this);
    for (void* lane : lanes_)
      if (lane != nullptr) calls_->stream_destroy(lane);
  }
  calls_->context_release(device_);
}

Cuda::Memory::Memory(Memory&& other) noexcept
    : cuda_(std::move(other.cuda_)),
      handle_(std::exchange(other.handle_, 0)),
      pointer_(std::exchange(other.pointer_, 0)),
      bytes_(other.bytes_) {}

Cuda::Memory::~Memory() {
  if (!cuda_) return;
  const Current current(*cuda_);
  if (pointer_ != 0) {
    cuda_->calls_->unmap(pointer_, bytes_);
    cuda_->calls_->free(pointer_, bytes_);
  }
  cuda_->calls_->release(handle_);
}

bool Cuda::Memory::map() {
  const Calls& calls = *cuda_->calls_;
  if (calls.reserve(&pointer_, bytes_, 0, 0, 0) != 0) {
    pointer_ = 0;
    return false;
  }
  Access access;
  access.location.device = cuda_->device_;
  if (calls.map(pointer_, bytes_, 0, handle_, 0) == 0) {
    if (calls.set_access(pointer_, bytes_, &access, 1) == 0) return true;
    calls.unmap(pointer_, bytes_);
  }
  calls.free(pointer_, bytes_);
  pointer_ = 0;
  return false;
}

std::optional<Cuda::Memory> Cuda::allocate(std::size_t bytes) {
  const Current current(*this);
  Properties properties;
  properties.location.device = device_;
  unsigned long long handle = 0;
  if (calls_->create(&handle, bytes, &properties, 0) != 0) return {};
  Memory memory(self_.lock(), handle, bytes);
  if (!memory.map()) return {};
  return memory;
}

int Cuda::descriptor(const Memory& memory) const {
  const Current current(*this);
  int descriptor = -1;
  return calls_->to_descriptor(&descriptor, memory.handle_, kByDescriptor, 0) == 0 ? descriptor : -1;
}

std::optional<Cuda::Memory> Cuda::import(int descriptor, std::size_t bytes) {
  const Current current(*this);
  unsigned long long handle = 0;
  // The driver takes the descriptor itself, cast to a pointer.
  void* const number = reinterpret_cast<void*>(std::intptr_t(descriptor));
  if (calls_->from_descriptor(&handle, number, kByDescriptor) != 0) return {};
  Memory memory(self_.lock(), handle, bytes);
  if (!memory.map()) return {};
  return memory;
}

bool Cuda::copy(int lane, Pointer to, Pointer from, std::size_t bytes) {
  const Current current(*this);
  return calls_->copy(to, from, bytes, lanes_[lane]) == 0;
}

bool Cuda::wait(int lane) {
  const Current current(*this);
  return calls_->stream_wait(lanes_[lane]) == 0;
}

}  // namespace glueball
