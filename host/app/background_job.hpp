// Work on another thread while this one goes on: files of a chain are written during its next steps.
#pragma once

#include <functional>
#include <future>

namespace glueball::app {

/// One job at a time, in the order given. What a job throws is thrown here, once, by the next call that finds
/// it done: none is lost but by who destroys this without a last `wait`.
class BackgroundJob {
 public:
  BackgroundJob() = default;
  /// Waits: a file is finished, whatever else went wrong.
  ~BackgroundJob();
  BackgroundJob(const BackgroundJob&) = delete;
  BackgroundJob& operator=(const BackgroundJob&) = delete;

  /// Waits for the job before and begins this one. It gets no signals: they are for the caller's thread.
  void start(std::function<void()> job);
  /// Throws if the job has ended with an exception; does not wait.
  void check();
  /// Returns when there is no job left.
  void wait();

 private:
  std::future<void> running_;
};

}  // namespace glueball::app
