// An operator new that throws std::bad_alloc. mimalloc's own aborts instead, because it is built as C.
#include <cstdlib>
#include <new>

namespace {

void* raw_memory(std::size_t bytes) noexcept { return std::malloc(bytes != 0 ? bytes : 1); }

void* raw_memory(std::size_t bytes, std::align_val_t alignment) noexcept {
  const auto unit = std::size_t(alignment);
  return bytes > std::size_t(-1) - unit ? nullptr : std::aligned_alloc(unit, (bytes + unit) / unit * unit);
}

void* or_throw(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) { return or_throw(raw_memory(bytes)); }
void* operator new[](std::size_t bytes) { return or_throw(raw_memory(bytes)); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return raw_memory(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return raw_memory(bytes); }
void* operator new(std::size_t bytes, std::align_val_t a) { return or_throw(raw_memory(bytes, a)); }
void* operator new[](std::size_t bytes, std::align_val_t a) { return or_throw(raw_memory(bytes, a)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
