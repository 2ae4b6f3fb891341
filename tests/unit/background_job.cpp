// These tests check jobs on another thread: they run in order, one at a time, and no error is lost.
#include "run/background_job.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>
#include <vector>

namespace glueball::test::unit_background_job {
namespace {

using glueball::BackgroundJob;

/// Until the job is done and `check` had the chance to say so.
template <class Done>
void until(Done done) {
  for (int n = 0; n < 10000 && !done(); ++n) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

std::atomic<int> signalled = 0;
void on_signal(int) { ++signalled; }

TEST_SUITE("unit") {
  TEST_CASE("the caller goes on while a job runs, and the next one waits for it") {
    std::promise<void> gate;
    std::vector<int> order;
    BackgroundJob job;
    job.start([&] {
      gate.get_future().wait();
      order.push_back(1);
    });
    job.check();  // returns, and the job has not begun to write
    CHECK(order.empty());
    gate.set_value();
    job.start([&] { order.push_back(2); });
    job.start([&] { order.push_back(3); });
    job.wait();
    CHECK(order == std::vector<int>{1, 2, 3});
    job.wait();
    job.check();
  }

  TEST_CASE(
      "what a job throws comes out once: of check, of wait, and of the next start, which does not begin") {
    BackgroundJob job;
    const auto fail = [] { throw std::runtime_error("the disk is full"); };
    job.start(fail);
    int thrown = 0;
    until([&] {
      try {
        job.check();
      } catch (const std::runtime_error&) {
        ++thrown;
      }
      return thrown > 0;
    });
    CHECK(thrown == 1);
    job.check();
    job.start(fail);
    CHECK_THROWS_WITH_AS(job.wait(), "the disk is full", std::runtime_error);
    job.wait();
    job.start(fail);
    bool ran = false;
    CHECK_THROWS_AS(job.start([&] { ran = true; }), std::runtime_error);
    job.wait();
    CHECK_FALSE(ran);
  }

  TEST_CASE("who leaves, also by an exception, leaves a whole job behind") {
    std::atomic<bool> written = false;
    try {
      BackgroundJob job;
      job.start([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        written = true;
      });
      throw std::runtime_error("the device was lost");
    } catch (const std::runtime_error&) {
    }
    CHECK(written);
  }

  TEST_CASE("signals are for the caller's thread") {
    const auto before = std::signal(SIGUSR2, on_signal);
    std::atomic<bool> blocked = false;
    BackgroundJob job;
    job.start([&] {
      sigset_t mask;
      pthread_sigmask(SIG_BLOCK, nullptr, &mask);
      blocked = sigismember(&mask, SIGUSR2) == 1 && sigismember(&mask, SIGINT) == 1;
    });
    job.wait();
    CHECK(blocked);
    std::raise(SIGUSR2);
    CHECK(signalled == 1);
    std::signal(SIGUSR2, before);
  }
}

}  // namespace

}  // namespace glueball::test::unit_background_job
