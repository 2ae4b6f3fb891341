#include "run/last_configuration.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cpu/plaquette.hpp"
#include "io/ildg_metadata.hpp"
#include "io/ranlux_file.hpp"
#include "run/named_values.hpp"

namespace glueball {
std::optional<std::uint32_t> LastConfiguration::history_checksum() const {
  const auto xlf = file.header.find("xlf-info");
  const auto said = xlf == file.header.end() ? std::nullopt : io::xlf_value(xlf->second, kHistoryChecksum);
  std::uint32_t checksum = 0;
  if (!said) return std::nullopt;
  const auto [end, error] = std::from_chars(said->data(), said->data() + said->size(), checksum, 16);
  if (error != std::errc() || end != said->data() + said->size())
    throw Error(ErrorKind::bad_file,
                fmt::format("configuration of step {}: '{}' is no checksum of its history", step, *said),
                "restore it from a copy, or start a new run from the configuration before it");
  return checksum;
}

LastConfiguration last_configuration(const RunDirectory& directory, bool ranlux,
                                     const ReadConfiguration& read,
                                     const std::function<void(const Error&)>& passed_over) {
  const auto steps = directory.configurations();
  for (const int step : steps) {
    try {
      io::ConfigurationFile file = read(directory.configuration(step));
      std::optional<io::RanluxState> random;
      if (ranlux) random = io::read_ranlux(directory.random_state(step), file.configuration.geometry());
      return {step, std::move(file), std::move(random)};
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_file || step == steps.back()) throw;
      passed_over(error);
    }
  }
  throw Error(ErrorKind::bad_file, fmt::format("{}: holds no configuration", directory.path().string()),
              "start a new run");
}

void require_recorded(const RunDirectory& directory, const PastHistory& past, const LastConfiguration& last,
                      std::uint64_t seed) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::bad_file, fmt::format("{}: {}", directory.configuration(last.step).string(), what),
                "one of both is of another run: restore it from a copy, or move the configuration elsewhere");
  };
  const auto found = last.file.header.find("xlf-info");
  const std::string about = found == last.file.header.end() ? "" : found->second;
  const auto number = io::xlf_value(about, "trajectory nr"), its_seed = io::xlf_value(about, "seed");
  if (!number || !its_seed) refuse("its xlf-info does not say step and seed");
  if (*number != std::to_string(last.step)) refuse("it is of step " + *number);
  if (*its_seed != std::to_string(seed))
    refuse(fmt::format("its chain has the seed {}, the run in {} has {}", *its_seed,
                       directory.path().string(), seed));
  const double plaquette = cpu::plaquette(last.file.configuration).average();
  if (const auto& r = last.random;
      r && !(r->step == last.step && r->seed == seed && std::abs(r->plaquette - plaquette) <= kSamePlaquette))
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: random numbers of step {}, seed {}, plaquette {:.9f}, but {} is of {}, {}, "
                            "{:.9f}",
                            directory.random_state(last.step).string(), r->step, r->seed, r->plaquette,
                            directory.configuration(last.step).string(), last.step, seed, plaquette),
                "one of both is of another run: restore it from a copy, or move the configuration elsewhere");
  const HistoryLine* line = past.of_step(last.step);
  if (line == nullptr) return;  // not every step has a record; ChainRun::resume checks those that must
  const auto physics = nlohmann::json::parse(line->text).value("physics", nlohmann::json::object());
  const auto recorded = [&](const char* key) -> std::optional<double> {
    const auto at = physics.find(key);
    return at != physics.end() && at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
  };
  if (const auto beta = recorded("beta"); beta && !names_beta(about, *beta))
    refuse(
        fmt::format("it was made at another beta than step {} in {}, {:.10g}", last.step, past.name, *beta));
  if (const auto here = recorded("plaquette"); here && !(std::abs(plaquette - *here) <= kSamePlaquette))
    refuse(fmt::format("its plaquette is {:.9f}, that of step {} in {} is {:.9f}", plaquette, last.step,
                       past.name, *here));
}

}  // namespace glueball
