// Cases that cannot run here say so and are counted; and where the configurations of other projects are.
#pragma once

#include <filesystem>
#include <string>

namespace glueball::test {

/// Counts the running case as skipped and prints why; the case returns right after.
void skip(const std::string& reason);

/// Whether `skip` was called since the last call of this; for the counting in main.cpp.
bool take_skipped();

/// $GLUEBALL_CONFIGS, or shared/configs beside the checkout.
std::filesystem::path configs_directory();
bool configs_available();

}  // namespace glueball::test
