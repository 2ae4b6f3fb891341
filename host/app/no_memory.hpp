// Ends the program with one line and an exit status when host memory runs out.
#pragma once

namespace glueball::app {

inline constexpr const char* kNoMemory = "the host's memory is used up";

/// From now on a program that would abort or crash for lack of memory prints one line and ends with exit
/// status 4. This covers threads that cannot pass std::bad_alloc on, drivers and libraries. Other aborts and
/// crashes are unchanged.
void explain_ends_without_memory();

/// Returns false if there is less host memory than drivers need to open a device.
bool has_memory_for_drivers();

}  // namespace glueball::app
