// Options that were called otherwise in the version before.
#pragma once

#include <string>

namespace glueball::app {

/// The present name of an option or a key, both without dashes in front. Names that did not change are
/// returned as they are.
std::string present_name(const std::string& name);

/// Prints one line on stderr that names the present option. `old`: as it was given.
void hint_at_present_name(const std::string& old);

}  // namespace glueball::app
