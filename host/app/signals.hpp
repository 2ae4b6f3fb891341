// Signals of users and batch systems that ask a run to stop after its step.
#pragma once

#include <string>

namespace glueball::app {

/// A repeated signal within so many seconds counts as the same one. The timeout of coreutils sends its signal
/// to the program, then to its process group, and mpirun forwards it too.
inline constexpr double kSameSignal = 0.25;

/// From now on the first of SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 and SIGXCPU only sets a flag, and
/// prints on stderr that `work`, such as "the trajectory", is finished first; "" prints nothing. A later
/// SIGINT or SIGTERM ends the program as usual. The others never end it, because SIGXCPU comes every second
/// above the limit. SIGHUP stays ignored if nohup asked for that.
void catch_signals(const std::string& work = "");

/// Returns the first signal that came, or 0.
int caught_signal();

}  // namespace glueball::app
