// Work on another thread while this one goes on: files of a chain are written during its next steps.
#pragma once

#include <functional>
#include <future>

namespace glueball {

/// One job at a time, in the order given. An exception of a job is thrown once, by the next call of a
/// member after its end. Only who destroys this without a last `wait` may lose one.
class BackgroundJob {
 public:
  BackgroundJob() = default;
  /// Waits for the job: a file that was begun is finished even when the run fails.
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

}  // namespace glueball
