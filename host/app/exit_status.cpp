#include "app/exit_status.hpp"

namespace glueball::app {

Status exit_status(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::bad_value:
      return Status::usage;
    case ErrorKind::bad_file:
      return Status::bad_input;
    case ErrorKind::device:
      return Status::device;
    case ErrorKind::not_converged:
      return Status::not_converged;
    case ErrorKind::disagreement:
      return Status::self_test;
  }
  return Status::regression;
}

}  // namespace glueball::app
