#include "view/keep.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "comm/gather.hpp"
#include "cpu/plaquette.hpp"
#include "io/atomic_file.hpp"
#include "io/ildg.hpp"
#include "io/png.hpp"
#include "run/provenance.hpp"

namespace glueball::view {
namespace {

std::filesystem::path next(const std::string& folder, const char* extension) {
  std::filesystem::create_directories(folder);
  for (int n = 1;; ++n) {
    const auto path = std::filesystem::path(folder) / fmt::format("view-{:04}{}", n, extension);
    if (!std::filesystem::exists(path)) return path;
  }
}

}  // namespace

std::string keep_picture(const std::string& folder, const std::vector<std::uint8_t>& rgb, int width,
                         int height) {
  const auto path = next(folder, ".png");
  io::AtomicFile file(path);
  file.write(io::png(width, height, rgb));
  file.commit();
  return path.string();
}

std::string keep_configuration(const std::string& folder, LiveRun& run) {
  Configuration u = run.configuration();
  if (const Domain* domain = run.lattice().domain()) {
    u = gathered(*domain, std::move(u));
    if (!domain->ranks().first()) return {};
  }
  const auto path = next(folder, ".ildg");
  io::WriteOptions write;
  write.xlf_info = fmt::format("plaquette = {:.12f}\nstate = {}\nglueballversion = {}\ndate = {}\n",
                               cpu::plaquette(u).average(), run.label(), version(), utc_time());
  io::write_ildg(path, u, write);
  return path.string();
}

}  // namespace glueball::view
