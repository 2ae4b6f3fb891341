// A job on another thread: files of a chain are written during its next steps.
#pragma once

#include <functional>
#include <future>

namespace glueball {

/// Runs one job at a time, in the given order. The exception of a job is thrown once, by the next call of a
/// member after its end. It is lost only if this is destroyed without a last `wait`.
class BackgroundJob {
 public:
  BackgroundJob() = default;
  /// Waits for the job, so that a file that was begun is finished even when the run fails.
  ~BackgroundJob();
  BackgroundJob(const BackgroundJob&) = delete;
  BackgroundJob& operator=(const BackgroundJob&) = delete;

  /// Waits for the previous job and begins this one. It receives no signals, which are for the caller's
  /// thread.
  void start(std::function<void()> job);
  /// Throws if the job has ended with an exception; does not wait.
  void check();
  /// Waits until no job is left.
  void wait();

 private:
  std::future<void> running_;
};

}  // namespace glueball
