#include "options/qcdml_options.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "options/option_group.hpp"
#include "run/provenance.hpp"

namespace glueball::app {
namespace {

constexpr std::string_view kEnsembleScheme = "mc://";

bool is_blank(unsigned char c) { return c <= ' '; }

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

/// XML has no control characters, and must be UTF-8.
CLI::Validator one_line_of_text() {
  return {[](const std::string& text) -> std::string {
            const bool bad = std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' '; });
            return text.empty()     ? "is empty"
                   : bad            ? "holds a control character"
                   : !is_utf8(text) ? "holds bytes that are no UTF-8"
                                    : "";
          },
          ""};
}

CLI::Validator ensemble_uri() {
  return {[](const std::string& text) -> std::string {
            const bool good = text.starts_with(kEnsembleScheme) && text.size() > kEnsembleScheme.size() &&
                              std::none_of(text.begin(), text.end(), is_blank) && is_utf8(text);
            return good ? "" : "'" + text + "' is no name of an ensemble: mc://GRID/COLLABORATION/NAME is";
          },
          ""};
}

/// Returns when this program was linked, by its file's time.
std::string build_time() {
  struct stat status {};
  if (::stat("/proc/self/exe", &status) != 0)
    throw Error(ErrorKind::bad_value, "--qcdml: the date of this program's build cannot be read",
                "is /proc mounted?");
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(status.st_mtime));
}

}  // namespace

io::QcdmlOrigin QcdmlOptions::origin() const {
  io::QcdmlOrigin origin{.ensemble = ensemble};
  if (!series.empty()) origin.series = series;
  if (!participant.empty()) origin.participant = participant;
  if (!institution.empty()) origin.institution = institution;
  if (!machine.empty()) origin.machine = machine;
  origin.code = "glueball";
  origin.code_version = version();
  origin.code_date = build_time();
  origin.date = utc_time();
  return origin;
}

std::string QcdmlOptions::logical_filename(const std::string& file) const {
  std::string folder = ensemble.substr(kEnsembleScheme.size());
  while (folder.ends_with('/')) folder.pop_back();
  // Chains of one ensemble number their configurations alike.
  return series.empty() ? fmt::format("lfn://{}/{}", folder, file)
                        : fmt::format("lfn://{}/{}/{}", folder, series, file);
}

void declare_qcdml(CLI::App& table, QcdmlOptions& o, bool chain) {
  const OptionGroup group(table, "Catalogue");
  CLI::Option* uri = group.add_plain(
      "--qcdml", o.ensemble,
      chain ? "put QCDml documents of the ensemble of this name (mc://...) into configurations, and "
              "its own into ensemble.xml"
            : "put a QCDml document of the ensemble of this name (mc://...) into ILDG files",
      "URI");
  uri->check(ensemble_uri());
  const auto text = [&](const char* option, std::string& value, const char* what) {
    group.add_plain(option, value, what, "NAME")->check(one_line_of_text())->needs(uri);
  };
  text("--series", o.series, "of the Markov chain in its ensemble; 1 unless given");
  text("--participant", o.participant, "who made the configuration; unknown unless given");
  text("--institution", o.institution, "of participant and machine; unknown unless given");
  text("--machine", o.machine, "where it was made; unknown unless given");
  if (chain)
    group.add_plain("--license", o.licence, "of the ensemble; unknown unless given", "URI")
        ->check(one_line_of_text())
        ->needs(uri);
}

}  // namespace glueball::app
