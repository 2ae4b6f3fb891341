#include "options/hdf5_options.hpp"

namespace glueball::app {

void declare_hdf5(CLI::App& table, Hdf5Options& options, const std::string& group) {
  options.table = &table;
  table
      .add_option("--hdf5", options.path,
                  "write what is computed to one HDF5 file too (docs/reference/hdf5.md)")
      ->type_name("PATH")
      ->group(group);
}

}  // namespace glueball::app
