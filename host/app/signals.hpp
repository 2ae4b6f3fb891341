// Signals of users and batch systems ask a run to stop after its step.
#pragma once

namespace glueball::app {

/// Seconds in which a signal that comes again is the same one: coreutils' timeout sends its signal to the
/// program, then to the group that the program is in, and mpirun hands it on too.
inline constexpr double kSameSignal = 0.25;

/// From now on the first of SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 and SIGXCPU only sets a flag. A later
/// SIGINT or SIGTERM ends the program as usual; the others never do: SIGXCPU comes every second above the
/// limit. SIGHUP stays ignored where nohup asked for that.
void catch_signals();

/// The signal that came first, or 0.
int caught_signal();

}  // namespace glueball::app
