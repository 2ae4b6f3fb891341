// SIGINT and SIGTERM ask a run to stop after its step.
#pragma once

namespace glueball::app {

/// From now on the first SIGINT or SIGTERM only sets a flag; a second one ends the program as usual.
void catch_signals();

/// The signal that came, or 0.
int caught_signal();

}  // namespace glueball::app
