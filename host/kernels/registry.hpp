// Every kernel declaration of the program, in one list.
#pragma once

#include <vector>

#include "kernels/kernel.hpp"

namespace glueball::kernels {

std::vector<KernelRecord> all();

}  // namespace glueball::kernels
