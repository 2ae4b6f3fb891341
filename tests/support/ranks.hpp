// Several ranks in one process, on one thread, so that they share its devices.
#pragma once

#include <functional>

#include "comm/communicator.hpp"
#include "lattice/configuration.hpp"

namespace glueball::test {

/// Runs `work` for each of `size` ranks. They take turns: one goes on until it waits for a message. An
/// exception of one ends all and is thrown again here; so does std::logic_error where all wait.
void run_ranks(int size, const std::function<void(Communicator&)>& work);

/// Links of a domain that are not, bit for bit, those that the whole lattice has there.
int other_links(const Configuration& part, const Configuration& whole);

}  // namespace glueball::test
