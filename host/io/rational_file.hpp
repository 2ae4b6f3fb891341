// Files of rational functions, as SIMULATeQCD's RHMC reads them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rational/rational_function.hpp"

namespace glueball::io {

/// A function by its name in the file. SIMULATeQCD's RHMC asks for six: r_inv_1f, r_1f and r_bar_1f of the
/// strange quark's heatbath, action and force, r_inv_2f, r_2f and r_bar_2f of the light ones'.
struct NamedFunction {
  std::string name;
  RationalFunction function;
  std::string comment{};  ///< a line above it in a file that is written; not read
};

/// Text, a value a line, '#' begins a comment:
///   NAME_const = c
///   NAME_num[0] = n_0       or all of them in one line, NAME_num = n_0 n_1 ...
///   NAME_den[0] = d_0
/// for r(x) = c + sum_i n_i / (x + d_i). Poles of numerator 0 at the end, which fill functions of a lower
/// order up, are left out. Throws Error(bad_file) that names the line for anything else, for a value that is
/// missing or given twice, or is no finite number, and for a file without a function.
std::vector<NamedFunction> read_rational_functions(const std::filesystem::path& path);

/// In the form of a line a number, with all digits. Throws as AtomicFile does.
void write_rational_functions(const std::filesystem::path& path, const std::vector<NamedFunction>& functions,
                              bool force);

/// Into a file that is there and can be read: in the place of what it held by that name, or at its end. The
/// rest stays as it is, comments too. Throws as the two above.
void put_rational_function(const std::filesystem::path& path, const NamedFunction& function);

/// Whether a function may be called so: letters, digits and underscores, a letter first, at most 64.
bool is_function_name(const std::string& name);

}  // namespace glueball::io
