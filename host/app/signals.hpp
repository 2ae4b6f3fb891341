// SIGINT and SIGTERM ask a run to stop after its step.
#pragma once

namespace glueball::app {

/// Seconds in which a signal that comes again is the same one: coreutils' timeout sends its signal to the
/// program, then to the group that the program is in, and mpirun hands it on too.
inline constexpr double kSameSignal = 0.25;

/// From now on the first SIGINT or SIGTERM only sets a flag; a later one ends the program as usual.
void catch_signals();

/// The signal that came first, or 0.
int caught_signal();

}  // namespace glueball::app
