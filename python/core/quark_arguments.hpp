// Keywords of quarks and their solvers.
#pragma once

#include <functional>

#include "core/hook.hpp"
#include "core/parsed_arguments.hpp"
#include "options/overlap_quarks.hpp"
#include "options/quark_options.hpp"

namespace glueball::python {

struct QuarkArguments {
  app::CommonOptions common;
  app::QuarkOptions quark;
};

/// Of a quark alone.
inline ParsedArguments<QuarkArguments> quark_arguments(Device& device,
                                                       const std::vector<std::string>& words) {
  return {"apply", words, {device.flags(), {}}, [](CLI::App& table, QuarkArguments& o) {
            o.quark.common = &o.common;
            app::add_quark_parameters(table, o.quark, app::Lists::nothing);
          }};
}

/// Of a quark alone, of overlap quarks as well; without a mass.
inline ParsedArguments<QuarkArguments> eigenvalue_arguments(Device& device,
                                                            const std::vector<std::string>& words) {
  QuarkArguments begin{device.flags(), {}};
  begin.quark.mass = 0;
  return {"eigenvalues", words, std::move(begin), [](CLI::App& table, QuarkArguments& o) {
            o.quark.common = &o.common;
            app::add_overlap_options(table, o.quark);
            app::add_quark_parameters(table, o.quark, app::Lists::nothing);
          }};
}

/// Of a quark, or several masses of one, and the solver. The configuration comes with the call.
inline ParsedArguments<QuarkArguments> solver_arguments(const std::string& command, Device& device,
                                                        const std::vector<std::string>& words,
                                                        app::Lists lists) {
  std::vector<std::string> all{"--file=none"};
  all.insert(all.end(), words.begin(), words.end());
  return {command, all, {device.flags(), {}}, [&](CLI::App& table, QuarkArguments& o) {
            o.quark.common = &o.common;
            app::add_overlap_options(table, o.quark);
            app::add_quark_options(table, o.quark, o.common, "source", lists);
          }};
}

/// Throws Error(bad_value) for keywords of the program's that are about a file: the links are in memory.
inline void refuse_files(const ParsedArguments<QuarkArguments>& words) {
  if (words.options.quark.file != "none")
    throw Error(ErrorKind::bad_value, "<file>: the configuration is an argument", "leave it out");
  refuse_given(words.table, {"--ignore-checksum"}, "give it to read()");
}

/// Progress of solves for Python alone. It keeps no count of the callback, since it is made under a
/// DeviceLock.
class AskingProgress {
 public:
  AskingProgress(const app::QuarkOptions& quark, std::size_t columns, const Hook& hook)
      : progress(columns, quark.tolerance, true), columns_(columns), hook_(hook) {}

  /// The options with a progress that asks Python as well.
  SolverOptions options(const app::QuarkOptions& quark) {
    SolverOptions s = app::solver_options(quark, progress);
    s.progress = [this](int iterations, double residual) { hook_(done_, columns_, iterations, residual); };
    return s;
  }
  void column_done() {
    progress.column_done();
    ++done_;
    hook_(done_, columns_, 0, 0.0);
  }

  app::SolveProgress progress;

 private:
  std::size_t columns_, done_ = 0;
  const Hook& hook_;
};

}  // namespace glueball::python
