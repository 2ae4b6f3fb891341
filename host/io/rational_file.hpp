// Files of rational functions in the format of SIMULATeQCD's RHMC.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rational/rational_function.hpp"

namespace glueball::io {

/// A function and its name in the file. SIMULATeQCD's RHMC needs six: r_inv_1f, r_1f and r_bar_1f of the
/// strange quark's heatbath, action and force, r_inv_2f, r_2f and r_bar_2f of the light quarks'.
struct NamedFunction {
  std::string name;
  RationalFunction function;
  std::string comment{};  ///< a line above it in a written file; not read
};

/// Reads text with a value a line; '#' begins a comment:
///   NAME_const = c
///   NAME_num[0] = n_0       or all of them in one line, NAME_num = n_0 n_1 ...
///   NAME_den[0] = d_0
/// for r(x) = c + sum_i n_i / (x + d_i). Poles of numerator 0 at the end, which pad functions of a lower
/// order, are left out. Throws Error(bad_file) that names the line for anything else: a value that is
/// missing, given twice or not a finite number, and a file without a function.
std::vector<NamedFunction> read_rational_functions(const std::filesystem::path& path);

/// Writes a line for each number, with all digits. Throws as AtomicFile does.
void write_rational_functions(const std::filesystem::path& path, const std::vector<NamedFunction>& functions,
                              bool force);

/// Puts a function into an existing readable file: in place of the one of that name, or at its end. All other
/// lines are unchanged, including comments. Throws as the two functions above.
void put_rational_function(const std::filesystem::path& path, const NamedFunction& function);

/// Returns true for a valid name of a function: letters, digits and underscores, a letter first, at most 64.
bool is_function_name(const std::string& name);

}  // namespace glueball::io
