#include "io/configuration_file.hpp"

#include "io/gauge_source.hpp"

namespace glueball::io {

ConfigurationFile read_configuration(const std::filesystem::path& path, const ReadOptions& options) {
  const auto source = open_source(path, options);
  Configuration u(source->geometry());
  const std::size_t slice = source->links_per_slice();
  for (int t = 0; t < u.geometry().extent(3); ++t)
    source->read_slice(t, std::span(u.links()).subspan(std::size_t(t) * slice, slice));
  source->finish([&] { return link_averages(u); });
  return {source->header(), std::move(u)};
}

}  // namespace glueball::io
