// One line and an exit status for a host whose memory is used up.
#pragma once

namespace glueball::app {

inline constexpr const char* kNoMemory = "the host's memory is used up";

/// From now on one line and exit status 4 end a program that would abort or fault for want of memory: in a
/// thread that cannot hand std::bad_alloc on, in a driver, in a library. Other aborts and faults stay as they
/// are.
void explain_ends_without_memory();

}  // namespace glueball::app
