// Cases that cannot run here say so and are counted; and where the configurations of other projects are.
#pragma once

#include <filesystem>
#include <string>

namespace glueball::test {

/// Counts the running case as skipped and prints why; the case returns right after.
void skip(const std::string& reason);

/// True if `skip` was called since the last call of this function; main.cpp counts with it.
bool take_skipped();

/// Returns $GLUEBALL_CONFIGS, or shared/configs beside the checkout.
std::filesystem::path configs_directory();
bool configs_available();

}  // namespace glueball::test
