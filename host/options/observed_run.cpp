#include "options/observed_run.hpp"

#include <fmt/format.h>

namespace glueball::app {

std::string ObservedRun::label() const { return fmt::format("{} {:g}", run_.label, run_.position()); }

}  // namespace glueball::app
