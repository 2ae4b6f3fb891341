// These tests check the search for storage, workgroup and reconstruction, and the file that keeps its result.
#include "tune/autotune.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "app/tuning.hpp"
#include "args/constants.h"
#include "cpu/gaussian_fields.hpp"
#include "cpu/wilson_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "gpu/null_device.hpp"
#include "gpu/shader.hpp"
#include "kernel_specs/tuning.hpp"
#include "kernels/fermion.hpp"
#include "support/devices.hpp"
#include "support/environment.hpp"
#include "support/fields.hpp"
#include "support/temporary.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_autotune {
namespace {

using gpu::Storage;

const Geometry kGeometry({4, 6, 2, 8});
const kernel_specs::Benchmark* const kDslash = &kernel_specs::benchmark_of<kernels::WilsonDslash>();

TuneRequest request(const gpu::Device& device) {
  return {.workload = kDslash,
          .geometry = kGeometry,
          .options = preferred_options(device),
          .reconstruct_free = true,
          .threads_per_site_free = true};
}

std::string hash_text() { return fmt::format("{:016x}", gpu::shader_hash()); }

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

const Choice kChoice{.storage = Storage::image,
                     .workgroup = 32,
                     .reconstruct = 18,
                     .threads_per_site = 1,
                     .block = 1,
                     .seconds = 1,
                     .default_seconds = 2};

TEST_SUITE("kernel") {
  TEST_CASE("autotune: keys tell apart what must be measured apart") {
    gpu::Device& device = *devices().front();
    const TuneRequest plain = request(device);
    std::set<std::string> keys{Autotuner::key(device.info(), plain)};
    CHECK(keys.begin()->find(device.info().name) != std::string::npos);
    CHECK(keys.begin()->find(device.info().driver) != std::string::npos);
    CHECK(keys.begin()->find(hash_text()) != std::string::npos);
    const auto another = [&](auto change) {
      TuneRequest r = plain;
      gpu::DeviceInfo info = device.info();
      change(r, info);
      CHECK(keys.insert(Autotuner::key(info, r)).second);
    };
    another([](TuneRequest&, gpu::DeviceInfo& d) { d.name += "2"; });
    another([](TuneRequest&, gpu::DeviceInfo& d) { d.driver += ".1"; });
    another([](TuneRequest&, gpu::DeviceInfo& d) {
      d.api = d.api == gpu::Api::vulkan ? gpu::Api::opengl : gpu::Api::vulkan;
    });
    another([](TuneRequest& r, gpu::DeviceInfo&) { r.workload = kernel_specs::find_benchmark("heatbath"); });
    another([](TuneRequest& r, gpu::DeviceInfo&) { r.geometry = Geometry({4, 6, 4, 8}); });
    another([](TuneRequest& r, gpu::DeviceInfo&) { r.options.precision = gpu::Precision::double_; });
    another([](TuneRequest& r, gpu::DeviceInfo&) { r.storage_free = false; });
    another([](TuneRequest& r, gpu::DeviceInfo&) { r.images = false; });
    another([](TuneRequest& r, gpu::DeviceInfo&) { r.reconstruct_free = false; });
    another([](TuneRequest& r, gpu::DeviceInfo&) { r.workgroup_free = false; });
    another([](TuneRequest& r, gpu::DeviceInfo&) { r.threads_per_site_free = false; });
    another([](TuneRequest& r, gpu::DeviceInfo&) { r.blocks = {1, 2}; });
    // Beyond what is measured volumes are one class.
    TuneRequest large = plain, larger = plain;
    large.geometry = Geometry({32, 32, 32, 64});
    larger.geometry = Geometry({32, 32, 64, 64});
    CHECK(Autotuner::key(device.info(), large) == Autotuner::key(device.info(), larger));
  }

  TEST_CASE("autotune: gauge fixing is not searched with 8 reals a link, which it has not") {
    const gpu::DeviceInfo& info = devices().front()->info();
    TuneRequest r{.workload = kernel_specs::find_benchmark("axpby"),
                  .geometry = Geometry({16, 16, 16, 16}),
                  .reconstruct_free = true};
    CHECK(Autotuner::key(info, r).find("; 8,12,18;") != std::string::npos);
    r.workload = kernel_specs::find_benchmark("fix-site");
    CHECK(Autotuner::key(info, r).find("; 12,18;") != std::string::npos);
  }

  TEST_CASE("autotune: what is kept is found again, beside what was there") {
    const TemporaryDirectory directory;
    const Autotuner tuner(directory.path() / "new" / "cache");
    const std::string hash = "shaders " + hash_text();
    CHECK_FALSE(tuner.find("a; " + hash).has_value());
    tuner.keep("a; " + hash, kChoice);
    Choice other = kChoice;
    other.workgroup = 64;
    tuner.keep("b; " + hash, other);
    CHECK(tuner.find("a; " + hash) == kChoice);
    CHECK(tuner.find("b; " + hash) == other);
    CHECK_FALSE(tuner.find("c; " + hash).has_value());
    // Choices for other shaders are useless now. The next process that writes drops them.
    tuner.keep("old; shaders 0123456789abcdef", kChoice);
    tuner.keep("d; " + hash, kChoice);
    CHECK_FALSE(tuner.find("old; shaders 0123456789abcdef").has_value());
    CHECK(tuner.find("a; " + hash) == kChoice);
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(tuner.path().parent_path()))
      ++files;
    CHECK(files == 1);
  }

  TEST_CASE("autotune: a damaged or foreign file counts as none and is written anew") {
    const std::string key = "a; shaders " + hash_text();
    const std::string good = [&] {
      const TemporaryDirectory directory;
      const Autotuner tuner(directory.path());
      tuner.keep(key, kChoice);
      return text_of(tuner.path());
    }();
    const auto replaced = [&](const std::string& what, const std::string& with) {
      std::string text = good;
      REQUIRE(text.find(what) != std::string::npos);
      return text.replace(text.find(what), what.size(), with);
    };
    for (const std::string& text :
         {std::string(), std::string("not json"), std::string("[]"), std::string("{}"),
          good.substr(0, good.size() / 2), replaced("\"glueball-tune\": 3", "\"glueball-tune\": 2"),
          replaced("\"image\"", "\"marble\""), replaced("\"workgroup\": 32", "\"workgroup\": 33"),
          replaced("\"workgroup\": 32", "\"workgroup\": \"many\""),
          replaced("\"reconstruct\": 18", "\"reconstruct\": 9"), replaced("\"lanes\": 1", "\"lanes\": 3"),
          replaced("\"block\": 1", "\"block\": 5"), replaced("\"block\": 1,", ""), std::string(4096, '\0')}) {
      CAPTURE(text);
      const TemporaryDirectory directory;
      const Autotuner tuner(directory.path());
      std::ofstream(tuner.path(), std::ios::binary) << text;
      CHECK_FALSE(tuner.find(key).has_value());
      tuner.keep(key, kChoice);
      CHECK(tuner.find(key) == kChoice);
    }
  }

  TEST_CASE("autotune: without a directory, or with one that cannot be written, nothing fails") {
    const TemporaryDirectory directory;
    std::ofstream(directory / "file") << "in the way";
    for (const std::filesystem::path& path : {std::filesystem::path(), directory.path() / "file" / "cache"}) {
      const Autotuner tuner(path);
      tuner.keep("a", kChoice);
      CHECK_FALSE(tuner.find("a").has_value());
    }
  }

  TEST_CASE("autotune: a search measures, keeps what it found, and its choice computes the same physics") {
    const Configuration u = hot_configuration(kGeometry, 501);
    const auto psi = cpu::gaussian_spinor(kGeometry, Parity::odd, 502, 0);
    ParitySpinorField want(psi.size());
    for_each_device([&](gpu::Device& device) {
      const TemporaryDirectory directory;
      const Autotuner tuner(directory.path());
      const TuneRequest r = request(device);
      // Small lattices are looked up, not searched for.
      CHECK_FALSE(tuner.choose(device, r).has_value());
      const Choice found = tuner.search(device, r, 60);
      CHECK(found.seconds > 0);
      CHECK(found.seconds <= found.default_seconds);
      tuner.keep(Autotuner::key(device.info(), r), found);
      CHECK(tuner.choose(device, r) == found);

      for (const Choice& choice : {found, kChoice}) {
        tuner.keep(Autotuner::key(device.info(), r), choice);
        LatticeOptions options = r.options;
        options.storage = choice.storage;
        options.workgroup = choice.workgroup;
        options.reconstruct = choice.reconstruct;
        options.threads_per_site = choice.threads_per_site;
        const DeviceLattice lattice(device, kGeometry, options);
        const GaugeField field = on_device(lattice, u);
        const SpinorField in = on_device(lattice, psi);
        SpinorField out(lattice);
        WilsonOperator(lattice, field, 0.1).hop(Parity::even, in, out, 1.0, false);
        cpu::WilsonOperator<double>(u, 0.1).hop(Parity::even, psi, want, false);
        CHECK(relative_error(on_host(out), want) < tolerance(lattice).field);
      }
    });
  }

  // Time may run out before all is tried.
  TEST_CASE("autotune: GPUs are asked for reals a link first, CPU drivers for the storage") {
    for (const auto type : {gpu::DeviceType::discrete, gpu::DeviceType::software}) {
      gpu::DeviceInfo info = devices().front()->info();
      info.type = type;
      gpu::NullDevice null_device(info);
      Autotuner("").search(null_device, request(null_device), 100);
      std::vector<gpu::AskedShader> hops;
      for (const gpu::AskedShader& a : null_device.asked())
        if (a.name.starts_with(kernels::WilsonDslash::name)) hops.push_back(a);
      REQUIRE(hops.size() > 4);
      const auto first = [&](auto is) { return std::find_if(hops.begin(), hops.end(), is) - hops.begin(); };
      const auto reals = first([](const auto& a) { return a.constants.at(CONSTANT_RECONSTRUCT) == 8; });
      const auto storage = first([&](const auto& a) { return a.name != hops[0].name; });
      const auto workgroup = first([&](const auto& a) {
        return a.constants.at(CONSTANT_GROUP_SIZE) != hops[0].constants.at(CONSTANT_GROUP_SIZE);
      });
      REQUIRE(std::max({reals, storage, workgroup}) < std::ptrdiff_t(hops.size()));
      CHECK(reals < workgroup);
      CHECK((storage < reals) == (type == gpu::DeviceType::software));
    }
  }

  TEST_CASE("autotune: a search that had no time goes on in the next run, and what is kept says so") {
    gpu::Device& device = *devices().front();
    const TemporaryDirectory directory;
    std::vector<Choice> found;
    const Autotuner tuner(directory.path(),
                          {.found = [&](const TuneRecord& record) { found.push_back(record.choice); }});
    TuneRequest r = request(device);
    r.geometry = Geometry({8, 8, 16, 16});  // large enough to be searched for
    r.storage_free = r.threads_per_site_free = false;
    const auto first = tuner.choose(device, r, -1);
    REQUIRE(first);
    CHECK(first->untried > 0);
    CHECK(tuner.find(Autotuner::key(device.info(), r)) == first);
    const auto second = tuner.choose(device, r, 60);
    REQUIRE(second);
    CHECK(second->untried == 0);
    CHECK(tuner.choose(device, r, 60) == second);  // all was tried: looked up
    REQUIRE(found.size() == 2);
    CHECK(found[0] == first);
    CHECK(found[1] == second);
  }

  TEST_CASE("autotune: flags win over what was found, --no-tune gives the defaults") {
    const TemporaryDirectory directory;
    gpu::Device& device = *devices().front();
    const Variable cache("GLUEBALL_CACHE", directory.path().string());
    const Autotuner tuner(directory.path());
    app::CommonOptions flags;
    flags.quiet = true;
    const auto chosen = [&](bool reconstruct) {
      LatticeOptions options = preferred_options(device);
      app::choose_options(flags, device, kGeometry,
                          {.workload = kDslash, .reconstruct = reconstruct, .threads_per_site = true},
                          options);
      return options;
    };
    const LatticeOptions usual = chosen(true);
    CHECK(usual.storage == device.preferred_storage());
    CHECK(usual.reconstruct == 12);

    TuneRequest r = request(device);
    tuner.keep(Autotuner::key(device.info(), r), kChoice);
    CHECK(chosen(true).storage == Storage::image);
    CHECK(chosen(true).workgroup == 32);
    CHECK(chosen(true).reconstruct == 18);
    CHECK(chosen(false).reconstruct == 12);  // another question, another key
    flags.no_tune = true;
    CHECK(chosen(true).storage == usual.storage);
    CHECK(chosen(true).workgroup == usual.workgroup);
    flags.no_tune = false;
    flags.no_cache = true;
    CHECK(chosen(true).storage == usual.storage);
    flags.no_cache = false;
    flags.storage = "buffer";
    CHECK(chosen(true).storage == Storage::buffer);
    flags.storage = "auto";
    flags.workgroup = 128;
    CHECK(chosen(true).workgroup == 128);
  }

  TEST_CASE("autotune: invocations a site and right-hand sides are measured, kept and used") {
    for_each_device([&](gpu::Device& device) {
      const TemporaryDirectory directory;
      const Autotuner tuner(directory.path());
      TuneRequest r = request(device);
      r.workload = &kernel_specs::block_benchmark(kernels::WilsonDslash::name);
      r.storage_free = r.workgroup_free = r.reconstruct_free = r.threads_per_site_free = false;
      r.blocks = {1, 4};
      const Choice found = tuner.search(device, r, 60);
      CHECK(std::find(r.blocks.begin(), r.blocks.end(), found.block) != r.blocks.end());
      CHECK(found.seconds <= found.default_seconds);
      CHECK(found.threads_per_site == r.options.threads_per_site);
      // Without time for a search the default is used.
      CHECK(tuner.search(device, r, -1).block == 1);
    });
    const TemporaryDirectory directory;
    gpu::Device& device = *devices().front();
    const Variable cache("GLUEBALL_CACHE", directory.path().string());
    const Autotuner tuner(directory.path());
    app::CommonOptions flags;
    flags.quiet = true;
    LatticeOptions options = preferred_options(device);
    const auto block = [&](int columns) {
      return app::choose_block(flags, kernels::WilsonDslash::name, device, kGeometry, options, columns);
    };
    CHECK(block(12) == 1);  // too small to be searched for
    TuneRequest r{.workload = &kernel_specs::block_benchmark(kernels::WilsonDslash::name),
                  .geometry = kGeometry,
                  .options = options,
                  .storage_free = false,
                  .workgroup_free = false,
                  .blocks = {1, 2, 4, 6, 12}};
    Choice choice = kChoice;
    choice.block = 6;
    tuner.keep(Autotuner::key(device.info(), r), choice);
    CHECK(block(12) == 6);
    CHECK(block(1) == 1);
    CHECK(block(4) == 1);  // another question, another key
    flags.no_tune = true;
    CHECK(block(12) == 1);
    flags.no_tune = false;

    r = request(device);
    choice.threads_per_site = 4;
    tuner.keep(Autotuner::key(device.info(), r), choice);
    app::choose_options(flags, device, kGeometry,
                        {.workload = kDslash, .reconstruct = true, .threads_per_site = true}, options);
    CHECK(options.threads_per_site == 4);
    CHECK(describe(options).find("4 threads a site") != std::string::npos);
  }

  TEST_CASE("workgroup: kernels agree with their references for every size, sums to the last bit") {
    const Configuration u = hot_configuration(kGeometry, 503);
    const auto psi = cpu::gaussian_spinor(kGeometry, Parity::odd, 504, 0);
    ParitySpinorField want(psi.size());
    cpu::WilsonOperator<double>(u, 0.1).hop(Parity::even, psi, want, false);
    for_each_device([&](gpu::Device& device) {
      ParitySpinorField first;
      for (const std::uint32_t size : {0u, 32u, 96u, 256u}) {
        if (size > device.info().limits.group_invocations) continue;
        CAPTURE(size);
        LatticeOptions options = preferred_options(device);
        options.workgroup = size;
        const DeviceLattice lattice(device, kGeometry, options);
        const GaugeField field = on_device(lattice, u);
        const SpinorField in = on_device(lattice, psi);
        SpinorField out(lattice);
        WilsonOperator(lattice, field, 0.1).hop(Parity::even, in, out, 1.0, false);
        const auto got = on_host(out);
        CHECK(relative_error(got, want) < tolerance(lattice).field);
        if (first.empty()) first = got;
        CHECK(relative_error(got, first) == 0);
      }
      LatticeOptions options = preferred_options(device);
      options.workgroup = 33;
      CHECK_THROWS_WITH(DeviceLattice(device, kGeometry, options), doctest::Contains("multiple of 32"));
      options.workgroup = 1u << 20;
      CHECK_THROWS_WITH(DeviceLattice(device, kGeometry, options),
                        doctest::Contains("workgroups of at most"));
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_autotune
