#include "flow_hdf5.hpp"

#include <utility>

namespace glueball::app {

void set_flow(Hdf5Output& hdf5, const FlowOptions& o) {
  for (const auto& [name, word] : {std::pair{"action", o.action}, {"charge", o.charge}})
    hdf5.set("flow", {name, word});
  hdf5.set("flow", {o.adaptive > 0 ? "adaptive" : "step", o.adaptive > 0 ? o.adaptive : o.step});
}

void append_row(Hdf5Output& hdf5, std::size_t n, const FlowRow& row) {
  if (!hdf5) return;
  append_observed(hdf5, "flow", Hdf5Row{{"configuration", std::int64_t(n)}} + hdf5_row(row.record),
                  row.quantities());
}

void append_file(Hdf5Output& hdf5, const FlowFile& file, const std::string& path,
                 const std::string& checksum) {
  if (!hdf5) return;
  hdf5.append("configurations",
              hdf5_origin(path, checksum) + hdf5_scales(file.clover(), file.plaquette()) +
                  Hdf5Row{{"steps", std::int64_t(file.steps)}, {"rejected", std::int64_t(file.rejected)}});
}

}  // namespace glueball::app
