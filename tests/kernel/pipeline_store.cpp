// These tests check pipelines kept on disk: a cold cache, a warm one and a damaged one give the same numbers.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "app/cache.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/wilson_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "gpu/module_cache.hpp"
#include "gpu/program_binaries.hpp"
#include "gpu/shader.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/temporary.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_pipeline_store {
namespace {

const Geometry kGeometry({4, 2, 6, 4});

/// Remembers what was asked of a store of files.
class WatchedStore : public app::FilePipelineStore {
 public:
  using FilePipelineStore::FilePipelineStore;
  std::vector<std::byte> load(const std::string& name) noexcept override {
    auto bytes = FilePipelineStore::load(name);
    loaded += bytes.size();
    return bytes;
  }
  void save(const std::string& name, std::span<const std::byte> bytes) noexcept override {
    ++saves;
    saved.insert(name);
    FilePipelineStore::save(name, bytes);
  }
  std::size_t loaded = 0;
  int saves = 0;
  std::set<std::string> saved;  ///< names of what was
};

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

/// Compares a Dslash on a device opened with these options with its reference.
void check_dslash(const std::string& id, const gpu::OpenOptions& open) {
  const Configuration u = hot_configuration(kGeometry, 601);
  const auto psi = cpu::gaussian_spinor(kGeometry, Parity::odd, 602, 0);
  ParitySpinorField want(psi.size());
  cpu::WilsonOperator<double>(u, 0.1).hop(Parity::even, psi, want, false);
  const auto device = gpu::open_device(id, open);
  const DeviceLattice lattice(*device, kGeometry, preferred_options(*device));
  const GaugeField field = on_device(lattice, u);
  const SpinorField in = on_device(lattice, psi);
  SpinorField out(lattice);
  WilsonOperator(lattice, field, 0.1).hop(Parity::even, in, out, 1.0, false);
  CHECK(relative_error(on_host(out), want) < tolerance(lattice).field);
}

/// Runs the work on a device opened for it alone.
std::shared_ptr<WatchedStore> run(const std::string& id, const std::filesystem::path& directory) {
  auto store = std::make_shared<WatchedStore>(directory);
  check_dslash(id, {.pipelines = store});
  return store;
}

TEST_SUITE("kernel") {
  TEST_CASE("pipeline store: a file of bytes comes back whole or not at all") {
    const TemporaryDirectory directory;
    app::FilePipelineStore store(directory.path() / "cache");
    CHECK(store.load("x").empty());
    std::vector<std::byte> bytes(1000);
    for (std::size_t n = 0; n < bytes.size(); ++n) bytes[n] = std::byte(n * 7);
    store.save("x", bytes);
    CHECK(store.load("x") == bytes);
    const std::string good = read(store.path("x"));
    for (std::size_t length : {std::size_t(0), std::size_t(10), good.size() - 1}) {
      write(store.path("x"), good.substr(0, length));
      CHECK(store.load("x").empty());
    }
    for (std::size_t at :
         {std::size_t(0), std::size_t(16), std::size_t(24), std::size_t(32), good.size() / 2}) {
      std::string bad = good;
      bad[at] = char(bad[at] ^ 1);
      write(store.path("x"), bad);
      CHECK(store.load("x").empty());
    }
    write(store.path("x"), good + "more");
    CHECK(store.load("x").empty());
    store.save("x", bytes);
    CHECK(store.load("x") == bytes);
    // A file that is too long is begun anew.
    store.save("x", std::vector<std::byte>(app::FilePipelineStore::kMostBytes + 1));
    CHECK_FALSE(std::filesystem::exists(store.path("x")));
    // A directory that is none, and a directory where a file should be.
    write(directory / "file", "in the way");
    app::FilePipelineStore nowhere(directory / "file");
    nowhere.save("x", bytes);
    CHECK(nowhere.load("x").empty());
    std::filesystem::create_directories(store.path("y"));
    CHECK(store.load("y").empty());
    store.save("y", bytes);
    CHECK(store.load("y").empty());
  }

  TEST_CASE("pipeline store: devices compute the same from a cold, a warm and a damaged cache") {
    for (const auto& info : gpu::devices()) {
      CAPTURE(info.id());
      const TemporaryDirectory directory;
      const auto cold = run(info.id(), directory.path());
      CHECK(cold->loaded == 0);
      std::uintmax_t kept = 0;
      for (const auto& name : cold->saved) kept += std::filesystem::file_size(cold->path(name));
      MESSAGE(info.id() << " " << info.name << ": keeps " << kept << " bytes");
      if (cold->saves == 0) continue;  // a driver that gives nothing to keep
      const auto warm = run(info.id(), directory.path());
      CHECK(warm->loaded > 0);
      CHECK(warm->saves == 0);
      // The checksum cannot see this damage: the file is whole and under this driver's name, but has other
      // bytes.
      app::FilePipelineStore store(directory.path());
      for (const auto& name : cold->saved) {
        auto bytes = store.load(name);
        REQUIRE_FALSE(bytes.empty());
        for (std::size_t n = 0; n < bytes.size(); n += 3) bytes[n] ^= std::byte(0x55);
        store.save(name, bytes);
      }
      run(info.id(), directory.path());
      for (const auto& name : cold->saved) write(store.path(name), "not ours");
      const auto anew = run(info.id(), directory.path());
      CHECK(anew->loaded == 0);
      CHECK(anew->saved == cold->saved);
      CHECK(anew->saves == cold->saves);
    }
  }

  TEST_CASE("pipeline store: devices that share modules take what another has specialised") {
    for (const auto& info : gpu::devices()) {
      CAPTURE(info.id());
      const TemporaryDirectory directory;
      auto store = std::make_shared<WatchedStore>(directory.path());
      // None of the modules comes from the build.
      const auto cache = [&](spirv::Optimization on_cpus = spirv::Optimization::full) {
        return std::make_shared<gpu::ModuleCache>(store, on_cpus, gpu::Prebuilt::made_anew);
      };
      const auto files = [&] {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(directory / "modules"))
          names.insert(entry.path().stem().string());
        return names;
      };
      {
        const auto modules = cache();
        check_dslash(info.id(), {.modules = modules});
        CHECK(store->saves > 0);  // at once: other processes may wait for them
        const int saves = store->saves;
        check_dslash(info.id(), {.modules = modules});
        CHECK(store->saves == saves);
      }
      const auto saved = files();
      CHECK(int(saved.size()) == store->saves);
      for (const auto& name : saved) {
        const auto bytes = store->load("modules/" + name);
        CHECK(gpu::unpacked(bytes).size() == 2);  // it, and what it was made of
        CHECK(gpu::ModuleCache::line(bytes).starts_with("fermion/wilson_dslash"));
      }
      {
        const auto modules = cache();
        for (const auto& other : gpu::devices())
          if (other.type == info.type) check_dslash(other.id(), {.modules = modules});
      }
      // A kind of device lays fields out alike, whatever the API, and so wants the same modules.
      CHECK(files() == saved);
      CHECK(int(saved.size()) == store->saves);
      // One that is damaged is made anew, and only that.
      write(store->path("modules/" + *saved.begin()), "not ours");
      check_dslash(info.id(), {.modules = cache()});
      CHECK(store->saves == int(saved.size()) + 1);
      // A module that is only inlined is another module and computes the same. GPUs do not get it.
      check_dslash(info.id(), {.modules = cache(spirv::Optimization::inlined)});
      CHECK(files().size() == (info.type == gpu::DeviceType::software ? 2 : 1) * saved.size());
    }
  }

  TEST_CASE("pipeline store: a claim keeps others out, of the same key only, until it ends") {
    const TemporaryDirectory directory;
    app::FilePipelineStore store(directory / "cache"), other(directory / "cache");
    auto claim = store.claim(7 << 2);
    REQUIRE(claim);
    CHECK(other.claim(8 << 2));
    std::atomic<bool> ended = false;
    bool waited = false;
    std::thread waits([&] {
      const auto mine = other.claim(7 << 2);
      waited = mine != nullptr && ended;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ended = true;
    claim.reset();
    waits.join();
    CHECK(waited);
    // Ends with its process, however that ends.
    const pid_t child = fork();
    if (child == 0) {
      const auto its = store.claim(7 << 2);
      ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(other.claim(7 << 2));
    // Where there can be no file nobody waits.
    write(directory / "file", "in the way");
    CHECK_FALSE(app::FilePipelineStore(directory / "file").claim(1));
  }

  TEST_CASE("pipeline store: of too many modules the oldest go") {
    const TemporaryDirectory directory;
    app::FilePipelineStore store(directory.path());
    constexpr std::size_t kBytes = app::FilePipelineStore::kMostBytes / 8;
    const std::vector<std::byte> bytes(kBytes - 1000);
    const auto save = [&](int n) {
      store.save("modules/" + std::to_string(n), bytes);
      std::filesystem::last_write_time(
          store.path("modules/" + std::to_string(n)),
          std::filesystem::file_time_type::clock::now() + std::chrono::seconds(n - 100));
    };
    store.trim("modules");  // nothing there
    for (int n = 0; n < 8; ++n) save(n);
    store.trim("modules");
    for (int n = 0; n < 8; ++n) CHECK(!store.load("modules/" + std::to_string(n)).empty());
    save(8);
    store.trim("modules");
    for (int n = 0; n < 9; ++n) CHECK(store.load("modules/" + std::to_string(n)).empty() == (n < 5));
  }
}

}  // namespace

}  // namespace glueball::test::kernel_pipeline_store
