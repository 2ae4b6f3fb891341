#include "io/configuration_file.hpp"

#include "io/header_checks.hpp"
#include "io/ildg.hpp"
#include "io/lime.hpp"
#include "io/milc.hpp"
#include "io/nersc.hpp"
#include "io/openqcd.hpp"

namespace glueball::io {
namespace {

struct Format {
  bool (*recognises)(const InputFile&);
  ConfigurationFile (*read)(const InputFile&, const ReadOptions&);
};

// Formats with a magic number first; the last two go by the plausibility of their headers.
constexpr Format kFormats[] = {
    {is_lime, read_ildg},
    {is_nersc, read_nersc},
    {is_milc, read_milc},
    {looks_like_hirep, read_hirep},
    {looks_like_openqcd, read_openqcd},
};

}  // namespace

ConfigurationFile read_configuration(const std::filesystem::path& path, const ReadOptions& options) {
  const InputFile file(path);
  for (const Format& format : kFormats) {
    if (!format.recognises(file)) continue;
    ConfigurationFile out = format.read(file, options);
    check_su3(file, out.configuration, out.precision, options);
    return out;
  }
  file.refuse(file.size() == 0 ? "is empty" : "is of no known configuration format",
              "known are ILDG and SciDAC (LIME), NERSC, MILC, openQCD and HiRep");
}

}  // namespace glueball::io
