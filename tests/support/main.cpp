// Runs the cases, counts them, and leaves the counts where tools/test adds them up.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

#include "support/devices.hpp"
#include "support/skip.hpp"

namespace {

struct Counts {
  int passed = 0, failed = 0, skipped = 0;
} g_counts;

struct Counter : doctest::IReporter {
  explicit Counter(const doctest::ContextOptions&) {}
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override { glueball::test::take_skipped(); }
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
    const bool skipped = glueball::test::take_skipped();
    if (!stats.testCaseSuccess) {
      ++g_counts.failed;
    } else if (skipped) {
      ++g_counts.skipped;
    } else {
      ++g_counts.passed;
    }
  }
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("counter", 1, Counter);

void write_counts(int passed, int failed, int skipped) {
  const char* path = std::getenv("GLUEBALL_TEST_COUNTS");
  if (path == nullptr) return;
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) {
    std::fprintf(stderr, "cannot write %s\n", path);
    std::exit(1);
  }
  std::fprintf(file, "%d %d %d\n", passed, failed, skipped);
  std::fclose(file);
}

}  // namespace

int main(int argc, char** argv) {
  if (glueball::test::everything())
    ::setenv("GLUEBALL_OPTIMIZE", "full", 1);  // of this process and of the program's
  doctest::Context context(argc, argv);
  // These counts remain if the process dies or is killed for taking too long.
  write_counts(0, 1, 0);
  int status = context.run();
  if (context.shouldExit()) {
    write_counts(0, 0, 0);
    return status;
  }
  const int all = g_counts.passed + g_counts.failed + g_counts.skipped;
  if (all == 0) {
    std::printf("no case matches: a filter that selects nothing is a fault\n");
    write_counts(0, 1, 0);
    return 1;
  }
  std::printf("%d passed, %d failed, %d skipped\n", g_counts.passed, g_counts.failed, g_counts.skipped);
  write_counts(g_counts.passed, g_counts.failed, g_counts.skipped);
  return status;
}
