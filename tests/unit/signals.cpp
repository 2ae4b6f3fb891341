// These tests check how SIGINT stops a program that has asked to be told.
#include "app/signals.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>

namespace glueball::test::unit_signals {

TEST_SUITE("unit") {
  TEST_CASE(
      "signals: one that comes twice at once asks to stop, one that comes again later ends the program") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      app::catch_signals();
      raise(SIGINT);
      raise(SIGINT);
      const char caught = char(app::caught_signal());
      if (write(ends[1], &caught, 1) != 1) _exit(1);
      std::this_thread::sleep_for(std::chrono::duration<double>(app::kSameSignal + 0.05));
      raise(SIGINT);
      _exit(2);
    }
    close(ends[1]);
    char caught = 0;
    CHECK(read(ends[0], &caught, 1) == 1);
    close(ends[0]);
    CHECK(caught == SIGINT);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
  }

  TEST_CASE("signals of batch systems only ask to stop, however often they come") {
    for (const int number : {SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU}) {
      CAPTURE(number);
      const pid_t child = fork();
      REQUIRE(child >= 0);
      if (child == 0) {
        app::catch_signals();
        raise(number);
        std::this_thread::sleep_for(std::chrono::duration<double>(app::kSameSignal + 0.05));
        raise(number);
        _exit(app::caught_signal());
      }
      int status = 0;
      REQUIRE(waitpid(child, &status, 0) == child);
      REQUIRE(WIFEXITED(status));
      CHECK(WEXITSTATUS(status) == number);
    }
  }

  TEST_CASE("signals: the first one says at once what is finished, and only the first") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      dup2(ends[1], STDERR_FILENO);
      app::catch_signals("the trajectory");
      raise(SIGUSR1);
      raise(SIGUSR1);
      _exit(app::caught_signal());
    }
    close(ends[1]);
    char said[200];
    const ssize_t length = read(ends[0], said, sizeof said);
    CHECK(read(ends[0], said + std::max<ssize_t>(length, 0), 1) == 0);
    close(ends[0]);
    REQUIRE(length > 0);
    CHECK(std::string(said, std::size_t(length)) ==
          "finishing the trajectory before stopping; Ctrl-C again stops at once\n");
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WEXITSTATUS(status) == SIGUSR1);
  }

  TEST_CASE("signals: what nohup ignores stays ignored") {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      std::signal(SIGHUP, SIG_IGN);
      app::catch_signals();
      raise(SIGHUP);
      _exit(app::caught_signal());
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
}

}  // namespace glueball::test::unit_signals
