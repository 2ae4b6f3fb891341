// This returns the message of an error that a test expects.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "base/error.hpp"

namespace glueball::test {

/// The message of the Error that `work` throws, which is to be of this kind.
template <class Work>
std::string refusal(ErrorKind kind, Work work) {
  try {
    work();
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    return error.what();
  }
  FAIL_CHECK("nothing was thrown");
  return {};
}

}  // namespace glueball::test
