// The stream puts a barrier where a dispatch needs one and nowhere else, and what comes out is right.
#include <doctest/doctest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "app/progress.hpp"
#include "app/setup.hpp"
#include "base/error.hpp"
#include "field/field.hpp"
#include "gpu/device.hpp"
#include "kernels/linalg.hpp"
#include "support/skip.hpp"

namespace glueball::test::unit_gpu_barriers {
namespace {

using kernels::Axpy, kernels::Copy, kernels::Norm2, kernels::Scale;

constexpr std::uint32_t kPlanes = 2;

/// This holds a lattice on one device in one storage, and a count of barriers.
class Bench {
 public:
  Bench(gpu::Device& device, gpu::Storage storage)
      : lattice(device, Geometry({4, 6, 8, 10}), options(device, storage)),
        stream(device.stream()),
        scratch_(field()) {}

  /// A new field that holds `value` everywhere. Nothing is known of new memory, so what a case counts is its
  /// own.
  Field field(float value) {
    Field made = field();
    fill(made, value);
    settle();
    return made;
  }
  Field field() const { return Field(lattice, kPlanes); }

  void fill(Field& field, float value) {
    const std::vector<float> numbers(field.memory().bytes() / 4, value);
    stream.upload(field.memory(), std::as_bytes(std::span(numbers)));
  }
  /// The one value that all numbers of a field have; NaN if they differ.
  float value(const Field& field) {
    std::vector<float> numbers(field.memory().bytes() / 4);
    stream.download(field.memory(), std::as_writable_bytes(std::span(numbers)));
    for (const float number : numbers)
      if (number != numbers[0]) return std::numeric_limits<float>::quiet_NaN();
    return numbers[0];
  }

  void copy(const Field& from, Field& to) { Copy::run(lattice, {}, from, to); }
  void scale(Field& x, float a) { Scale::run(lattice, {.a = a, .b = 0}, x); }
  void axpy(float a, const Field& x, Field& y) { Axpy::run(lattice, {.a = a, .b = 0}, x, y); }

  /// Barriers that `work` makes the stream put.
  std::uint64_t barriers(const std::function<void()>& work) {
    const std::uint64_t before = stream.barriers();
    work();
    return stream.barriers() - before;
  }

  /// Puts a barrier behind everything so far: two writes of one field need one.
  void settle() {
    fill(scratch_, 0);
    fill(scratch_, 0);
  }

  DeviceLattice lattice;
  gpu::Stream& stream;

 private:
  static LatticeOptions options(gpu::Device& device, gpu::Storage storage) {
    LatticeOptions chosen = preferred_options(device);
    chosen.storage = storage;
    return chosen;
  }
  Field scratch_;
};

/// Runs a case on every device in every storage, with validation on; no message may come.
void on_every_device(const std::function<void(Bench&)>& work) {
  const auto devices = gpu::devices();
  if (devices.empty()) {
    test::skip("no device");
    return;
  }
  for (const auto& info : devices) {
    const auto device = gpu::open_device(info.id(), {.validate = true, .log = app::warn});
    for (const gpu::Storage storage : {gpu::Storage::buffer, gpu::Storage::texel, gpu::Storage::image}) {
      CAPTURE(info.id());
      CAPTURE(gpu::to_string(storage));
      Bench bench(*device, storage);
      work(bench);
      bench.stream.finish();
    }
    CHECK(device->messages() == 0);
  }
}

void check_dispatches(Bench& bench) {
  Field a = bench.field(1), b = bench.field(2), c = bench.field(3), d = bench.field(4), e = bench.field(5),
        f = bench.field(6);

  // The work is independent, also with two readers of one field.
  CHECK(bench.barriers([&] {
    bench.copy(a, b);
    bench.copy(a, c);
    bench.copy(d, e);
  }) == 0);
  // A read follows a write; the same barrier serves the second reader too.
  CHECK(bench.barriers([&] { bench.copy(b, f); }) == 1);
  CHECK(bench.barriers([&] { bench.scale(e, 10); }) == 0);
  CHECK(bench.value(b) == 1);
  CHECK(bench.value(c) == 1);
  CHECK(bench.value(f) == 1);
  CHECK(bench.value(e) == 40);

  // A write follows a read.
  bench.settle();
  CHECK(bench.barriers([&] {
    bench.copy(d, a);
    bench.scale(d, 2);
  }) == 1);
  CHECK(bench.value(a) == 4);
  CHECK(bench.value(d) == 8);

  // A write follows a write.
  bench.settle();
  CHECK(bench.barriers([&] {
    bench.copy(b, f);
    bench.copy(d, f);
  }) == 1);
  CHECK(bench.value(f) == 8);

  // A chain in place needs one between any two, and a submission in between is none.
  bench.settle();
  CHECK(bench.barriers([&] {
    for (int i = 0; i < 5; ++i) {
      bench.axpy(2, b, f);
      bench.stream.submit();
    }
  }) == 4);
  CHECK(bench.value(f) == 18);
}

void check_transfers(Bench& bench) {
  Field a = bench.field(1), b = bench.field(2);

  // An upload to memory that nothing uses needs none; one over what a dispatch reads, or wrote, does.
  CHECK(bench.barriers([&] { bench.fill(a, 3); }) == 0);
  CHECK(bench.barriers([&] { bench.copy(a, b); }) == 1);
  CHECK(bench.barriers([&] { bench.fill(a, 5); }) == 1);
  CHECK(bench.barriers([&] { bench.fill(b, 7); }) <= 1);
  CHECK(bench.value(a) == 5);
  CHECK(bench.value(b) == 7);

  // The copy reads what was uploaded before it, not after.
  bench.fill(a, 11);
  bench.copy(a, b);
  bench.fill(a, 13);
  CHECK(bench.value(b) == 11);
  CHECK(bench.value(a) == 13);

  // A download waits for the writer; a second one has nothing to wait for.
  bench.settle();
  bench.copy(a, b);
  CHECK(bench.barriers([&] { CHECK(bench.value(b) == 13); }) == 1);
  CHECK(bench.barriers([&] { CHECK(bench.value(b) == 13); }) == 0);
  CHECK(bench.barriers([&] { bench.scale(b, 2); }) == 1);
  CHECK(bench.value(b) == 26);
}

void check_readback(Bench& bench) {
  const DeviceLattice& lattice = bench.lattice;
  Field x = bench.field(2);
  Partials partials(lattice);
  Totals totals(lattice);
  const auto norm = [&] {
    Norm2::run(lattice, {}, x, partials);
    kernels::Sum::run(lattice, {.count = lattice.partials(), .accumulate = 0}, partials, totals);
  };
  const auto read = [&] { return bench.stream.readback(totals.memory(), 0, 8); };
  const auto number = [&](int handle) {
    std::uint32_t words[2];
    const auto data = bench.stream.readback_data(handle);
    REQUIRE(data.size() == sizeof words);
    std::memcpy(words, data.data(), sizeof words);
    return lattice.decode_sum(words[0], words[1]);
  };
  int first = 0, again = 0, second = 0;
  CHECK(bench.barriers(norm) == 1);  // the second pass reads the first's
  CHECK(bench.barriers([&] { first = read(); }) == 1);
  CHECK(bench.barriers([&] { again = read(); }) == 0);
  bench.scale(x, 3);
  CHECK(bench.barriers(norm) == 2);  // and here the first pass reads what was scaled
  CHECK(bench.barriers([&] { second = read(); }) == 1);
  const gpu::Ticket ticket = bench.stream.submit();
  bench.stream.wait(ticket);
  CHECK(bench.stream.done(ticket));
  const double numbers = double(x.memory().bytes() / 4);
  CHECK(number(first) == 4 * numbers);
  CHECK(number(again) == 4 * numbers);
  CHECK(number(second) == 36 * numbers);
}

/// A slot is used again after kReadbackSlots calls: whoever kept an older handle must not be given other
/// numbers.
void check_expiry(Bench& bench) {
  Field x = bench.field(2);
  const auto read = [&] { return bench.stream.readback(x.memory(), 0, 8); };
  const auto refused = [&](int handle) {
    CAPTURE(handle);
    CHECK_THROWS_WITH_AS(static_cast<void>(bench.stream.readback_data(handle)),
                         doctest::Contains("has expired"), Error);
  };
  if (x.memory().shape().is_image()) return;  // readback is of buffers
  const int first = read(), second = read();
  for (int n = 2; n < gpu::Stream::kReadbackSlots; ++n) read();
  bench.stream.finish();
  CHECK(bench.stream.readback_data(first).size() == 8);
  const int next = read();  // into the slot of the first
  bench.stream.finish();
  refused(first);
  CHECK(bench.stream.readback_data(second).size() == 8);
  CHECK(bench.stream.readback_data(next).size() == 8);
  refused(-1);
  refused(next + 1);  // not yet given out
}

void check_indirect(Bench& bench) {
  const DeviceLattice& lattice = bench.lattice;
  Field a = bench.field(1), b = bench.field(2);
  constexpr std::size_t offset = running_groups(Copy::shape);
  const auto counts = lattice.allocate_buffer(offset + 12, true);
  const auto upload = [&](std::uint32_t groups) {
    std::uint32_t words[offset / 4 + 3] = {};
    words[offset / 4] = groups;
    words[offset / 4 + 1] = words[offset / 4 + 2] = 1;
    bench.stream.upload(*counts, std::as_bytes(std::span(words)));
  };
  const auto copy = [&] { Copy::run({lattice, 0, counts.get()}, {}, a, b); };
  upload(0);
  CHECK(bench.barriers(copy) == 1);  // the group counts are read after they were written
  CHECK(bench.value(b) == 2);        // no groups, no copy
  CHECK(bench.barriers([&] { upload(lattice.groups(Shape::sites)); }) <= 1);
  CHECK(bench.barriers(copy) == 1);
  CHECK(bench.value(b) == 1);
}

/// An indirect dispatch from an offset that neither API allows. The counts there are zero: nothing runs.
void misuse(gpu::Device& device) {
  Bench bench(device, gpu::Storage::buffer);
  Field a = bench.field(1), b = bench.field(2);
  const auto counts = bench.lattice.allocate_buffer(64, true);
  const std::vector<std::uint32_t> zeros(16);
  bench.stream.upload(*counts, std::as_bytes(std::span(zeros)));
  const gpu::Binding bindings[] = {{&a.memory(), gpu::Access::in}, {&b.memory(), gpu::Access::out}};
  const Copy::Args arguments{};
  bench.stream.dispatch(bench.lattice.pipeline(Copy::name, Copy::shape, 0), bindings,
                        std::as_bytes(std::span(&arguments, 1)), gpu::IndirectGroups{counts.get(), 2});
  bench.stream.finish();
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("barriers between dispatches") { on_every_device(check_dispatches); }
  TEST_CASE("barriers between dispatches and transfers") { on_every_device(check_transfers); }
  TEST_CASE("barriers and order of asynchronous readback") { on_every_device(check_readback); }
  TEST_CASE("an expired readback handle is refused") { on_every_device(check_expiry); }
  TEST_CASE("barriers of indirect dispatches") { on_every_device(check_indirect); }

  // The cases above expect no messages; this case checks that validation would report a misuse.
  TEST_CASE("validation is on: a misuse of the API is counted") {
    const auto devices = gpu::devices();
    if (devices.empty()) test::skip("no device");
    for (const auto& info : devices) {
      CAPTURE(info.id());
      const auto device = gpu::open_device(info.id(), {.validate = true, .log = app::warn});
      try {
        misuse(*device);
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::device);
      }
      CHECK(device->messages() > 0);
    }
  }

  TEST_CASE("a command's Setup makes an error of messages") {
    for (const auto& info : gpu::devices()) {
      CAPTURE(info.id());
      app::CommonOptions flags;
      flags.device = info.id();
      flags.validate = true;
      app::Setup setup(flags);
      setup.device();
      CHECK_NOTHROW(setup.validate());
      try {
        misuse(setup.device());
      } catch (const Error&) {
      }
      const std::string said = "validation messages on " + info.id();
      CHECK_THROWS_WITH_AS(setup.validate(), doctest::Contains(said.c_str()), Error);
    }
  }

  TEST_CASE("a device counts what is allocated, the most of it, and what the host sees apart") {
    for (const auto& info : gpu::devices()) {
      CAPTURE(info.id());
      const auto device = gpu::open_device(info.id(), {.validate = true, .log = app::warn});
      const auto kept = device->allocate({.bytes = 4096});
      {
        const auto passing = device->allocate({.bytes = 8192});
        CHECK(device->allocated() == 12288);
      }
      CHECK(device->allocated() == 4096);
      CHECK(device->peak() == 12288);
      device->forget_peak();
      CHECK(device->peak() == 4096);
      const std::size_t before = device->staging();
      device->stream().upload(*kept, std::vector<std::byte>(4096));
      CHECK(device->staging() > before);
      CHECK(device->peak() == 4096);
    }
  }

  TEST_CASE("an allocation of nothing is refused") {
    for (const auto& info : gpu::devices()) {
      CAPTURE(info.id());
      const auto device = gpu::open_device(info.id(), {.validate = true, .log = app::warn});
      CHECK_THROWS_AS(device->allocate({.bytes = 0}), Error);
      CHECK(device->allocated() == 0);
      CHECK(device->messages() == 0);
    }
  }
}

}  // namespace glueball::test::unit_gpu_barriers
