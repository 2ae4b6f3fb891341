// Changes of single numbers in the tables of a TOML file, from the command line.
#pragma once

#include <string>
#include <vector>

#include "app/config_file.hpp"

namespace glueball::app {

/// Applies --set TABLE.NAME.KEY=VALUE to the tables in `entries`. NAME is the table's `name`, its `kind`, or
/// its number from 1. Also applies options that a table replaces, such as --beta, where one table has that
/// key, and removes them from `arguments`. `file` is named in errors. Throws Error(bad_value) if no table or
/// several are meant.
void set_in_tables(std::vector<ConfigEntry>& entries, const std::vector<std::string>& tables,
                   std::vector<std::string>& arguments, const std::string& file);

}  // namespace glueball::app
