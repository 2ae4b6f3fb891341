// Vulkan-Hpp as this room uses it: entry points resolved at run time, so that a machine without a loader can
// still start the program.
#pragma once

#define VULKAN_HPP_DISPATCH_LOADER_DYNAMIC 1
#define VULKAN_HPP_NO_SPACESHIP_OPERATOR
#define VULKAN_HPP_NO_TO_STRING
#include <vulkan/vulkan.hpp>
