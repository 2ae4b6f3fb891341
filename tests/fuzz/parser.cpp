#include "parser.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace glueball::fuzz {

MemoryFile::MemoryFile()
    : descriptor_(::memfd_create("input", 0)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {
  if (descriptor_ < 0) std::abort();
}

void MemoryFile::put(const std::uint8_t* data, std::size_t size) {
  if (::ftruncate(descriptor_, off_t(size)) != 0) std::abort();
  if (::pwrite(descriptor_, data, size, 0) != ssize_t(size)) std::abort();
}

void read_everything(Open open, const std::uint8_t* data, std::size_t size) {
  static MemoryFile memory;
  memory.put(data, size);
  io::ReadOptions lenient{.ignore_checksum = true, .allow_non_su3 = true};
  // A bare ILDG record needs extents; the same ones would make every other input fail early.
  if (size % 8 == 1) lenient.extents = Site{2, 2, 2, 2};
  for (const io::ReadOptions& options : {io::ReadOptions{}, lenient}) {
    expect_refusal_or_success([&] {
      const auto source = open(std::make_shared<const io::InputFile>(memory.path()), options);
      Configuration u(source->geometry());
      const std::size_t slice = source->links_per_slice();
      for (int t = 0; t < u.geometry().extent(3); ++t)
        source->read_slice(t, std::span(u.links()).subspan(std::size_t(t) * slice, slice));
      source->finish([&] { return io::link_averages(u); });
    });
  }
}

}  // namespace glueball::fuzz
