// Configuration of Vulkan-Hpp for this module: entry points are resolved at run time, so that the program
// starts on a machine without a loader.
#pragma once

#define VULKAN_HPP_DISPATCH_LOADER_DYNAMIC 1
#define VULKAN_HPP_NO_SPACESHIP_OPERATOR
#define VULKAN_HPP_NO_TO_STRING
#include <vulkan/vulkan.hpp>
