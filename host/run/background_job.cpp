#include "run/background_job.hpp"

#include <chrono>
#include <csignal>
#include <utility>

namespace glueball {
namespace {

/// Blocks all signals while it exists, so that threads begun meanwhile do not receive any.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

BackgroundJob::~BackgroundJob() {
  if (running_.valid()) running_.wait();
}

void BackgroundJob::start(std::function<void()> job) {
  wait();
  const WithoutSignals blocked;
  running_ = std::async(std::launch::async, std::move(job));
}

void BackgroundJob::check() {
  if (running_.valid() && running_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    running_.get();
}

void BackgroundJob::wait() {
  if (running_.valid()) running_.get();
}

}  // namespace glueball
