// z = x + y with nothing but Vulkan, in the order in which Vulkan wants to hear it.
#pragma once

#include <vulkan/vulkan.h>

#include <array>
#include <chrono>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "gpu/info.hpp"

namespace plain {

inline void must(VkResult result, const char* call) {
  if (result != VK_SUCCESS) throw glueball::Error(glueball::ErrorKind::device, std::string(call) + " failed");
}

struct Sum {
  std::vector<float> z;
  double ms = 0;
};

/// The physical device with this UUID.
inline VkPhysicalDevice find_device(VkInstance instance, const std::array<std::uint8_t, VK_UUID_SIZE>& uuid) {
  std::uint32_t count = 0;
  vkEnumeratePhysicalDevices(instance, &count, nullptr);
  std::vector<VkPhysicalDevice> all(count);
  must(vkEnumeratePhysicalDevices(instance, &count, all.data()), "vkEnumeratePhysicalDevices");
  for (VkPhysicalDevice device : all) {
    VkPhysicalDeviceIDProperties id{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
    VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           .pNext = &id};
    vkGetPhysicalDeviceProperties2(device, &properties);
    if (std::memcmp(id.deviceUUID, uuid.data(), VK_UUID_SIZE) == 0) return device;
  }
  throw glueball::Error(glueball::ErrorKind::device, "the device is gone");
}

inline std::uint32_t compute_family(VkPhysicalDevice physical) {
  std::uint32_t count = 0, family = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  while (!(families.at(family).queueFlags & VK_QUEUE_COMPUTE_BIT)) ++family;
  return family;
}

struct Buffer {
  VkBuffer buffer;
  VkDeviceMemory memory;
};

/// A buffer knows its size and use, memory its place and properties; the two are made apart and then bound.
inline Buffer make_buffer(VkPhysicalDevice physical, VkDevice device, VkDeviceSize bytes,
                          VkMemoryPropertyFlags wanted) {
  Buffer made{};
  const VkBufferCreateInfo buffer{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                  .size = bytes,
                                  .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                           VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                           VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  must(vkCreateBuffer(device, &buffer, nullptr, &made.buffer), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, made.buffer, &needs);
  VkPhysicalDeviceMemoryProperties types;
  vkGetPhysicalDeviceMemoryProperties(physical, &types);
  std::uint32_t type = 0;
  const auto suits = [&] {
    return (needs.memoryTypeBits >> type & 1u) && (types.memoryTypes[type].propertyFlags & wanted) == wanted;
  };
  while (type < types.memoryTypeCount && !suits()) ++type;
  const VkMemoryAllocateInfo memory{
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
  must(vkAllocateMemory(device, &memory, nullptr, &made.memory), "vkAllocateMemory");
  must(vkBindBufferMemory(device, made.buffer, made.memory, 0), "vkBindBufferMemory");
  return made;
}

inline Sum add(const std::array<std::uint8_t, VK_UUID_SIZE>& uuid, std::span<const std::uint32_t> spirv,
               std::uint32_t group, int repeats, const std::vector<float>& host_x,
               const std::vector<float>& host_y) {
  const VkDeviceSize bytes = host_x.size() * sizeof(float);
  const std::uint32_t groups = std::uint32_t(host_x.size() / 4 + group - 1) / group;

  // 1. The library, a device, one of its queues.
  const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                      .apiVersion = VK_API_VERSION_1_2};
  const VkInstanceCreateInfo instance_info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                           .pApplicationInfo = &application};
  VkInstance instance;
  must(vkCreateInstance(&instance_info, nullptr, &instance), "vkCreateInstance");
  const VkPhysicalDevice physical = find_device(instance, uuid);
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue_info{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueFamilyIndex = compute_family(physical),
                                           .queueCount = 1,
                                           .pQueuePriorities = &priority};
  const VkDeviceCreateInfo device_info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queue_info};
  VkDevice device;
  must(vkCreateDevice(physical, &device_info, nullptr, &device), "vkCreateDevice");
  VkQueue queue;
  vkGetDeviceQueue(device, queue_info.queueFamilyIndex, 0, &queue);

  // 2. Memory: x, y and z where the GPU is fast, and one buffer that the CPU sees as well, to hand numbers
  // over.
  std::array<Buffer, 3> fields;
  for (Buffer& field : fields)
    field = make_buffer(physical, device, bytes, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  const Buffer staging =
      make_buffer(physical, device, 2 * bytes,
                  VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  void* mapped;
  must(vkMapMemory(device, staging.memory, 0, 2 * bytes, 0, &mapped), "vkMapMemory");
  std::memcpy(mapped, host_x.data(), bytes);
  std::memcpy(static_cast<char*>(mapped) + bytes, host_y.data(), bytes);

  // 3. The shader: its code, what it is bound to, its workgroup, all that in a pipeline.
  const VkShaderModuleCreateInfo module_info{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                             .codeSize = spirv.size_bytes(),
                                             .pCode = spirv.data()};
  VkShaderModule module;
  must(vkCreateShaderModule(device, &module_info, nullptr, &module), "vkCreateShaderModule");
  std::array<VkDescriptorSetLayoutBinding, 3> bindings{};
  for (std::uint32_t slot = 0; slot < 3; ++slot)
    bindings[slot] = {slot, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
  const VkDescriptorSetLayoutCreateInfo set_layout_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .bindingCount = 3,
      .pBindings = bindings.data()};
  VkDescriptorSetLayout set_layout;
  must(vkCreateDescriptorSetLayout(device, &set_layout_info, nullptr, &set_layout),
       "vkCreateDescriptorSetLayout");
  const VkPipelineLayoutCreateInfo layout_info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = 1,
                                               .pSetLayouts = &set_layout};
  VkPipelineLayout layout;
  must(vkCreatePipelineLayout(device, &layout_info, nullptr, &layout), "vkCreatePipelineLayout");
  const VkSpecializationMapEntry entry{0, 0, sizeof group};  // constant 0 of the shader: local_size_x_id
  const VkSpecializationInfo constants{1, &entry, sizeof group, &group};
  const VkComputePipelineCreateInfo pipeline_info{
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
      .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = module,
                .pName = "main",
                .pSpecializationInfo = &constants},
      .layout = layout};
  VkPipeline pipeline;
  must(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &pipeline_info, nullptr, &pipeline),
       "vkCreateComputePipelines");

  // 4. A descriptor set: which buffer is binding 0, 1, 2.
  const VkDescriptorPoolSize pool_size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3};
  const VkDescriptorPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 1,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &pool_size};
  VkDescriptorPool pool;
  must(vkCreateDescriptorPool(device, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  const VkDescriptorSetAllocateInfo set_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                             .descriptorPool = pool,
                                             .descriptorSetCount = 1,
                                             .pSetLayouts = &set_layout};
  VkDescriptorSet set;
  must(vkAllocateDescriptorSets(device, &set_info, &set), "vkAllocateDescriptorSets");
  for (std::uint32_t slot = 0; slot < 3; ++slot) {
    const VkDescriptorBufferInfo whole{fields[slot].buffer, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                     .dstSet = set,
                                     .dstBinding = slot,
                                     .descriptorCount = 1,
                                     .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                     .pBufferInfo = &whole};
    vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
  }

  // 5. Command buffers: work is recorded, then submitted, then waited for.
  const VkCommandPoolCreateInfo commands_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                              .queueFamilyIndex = queue_info.queueFamilyIndex};
  VkCommandPool command_pool;
  must(vkCreateCommandPool(device, &commands_info, nullptr, &command_pool), "vkCreateCommandPool");
  const auto run = [&](const std::function<void(VkCommandBuffer)>& record) {
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = command_pool,
                                           .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                           .commandBufferCount = 1};
    VkCommandBuffer commands;
    must(vkAllocateCommandBuffers(device, &info, &commands), "vkAllocateCommandBuffers");
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    must(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    record(commands);
    must(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    const VkSubmitInfo submit{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    must(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    must(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
  };
  // What comes after a barrier sees what was written before it; without one nothing promises that it does.
  const auto barrier = [](VkCommandBuffer commands) {
    const VkMemoryBarrier all{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                              .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                              .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                         1, &all, 0, nullptr, 0, nullptr);
  };

  // 6. Fill x and y; add, `repeats` times; fetch z.
  run([&](VkCommandBuffer commands) {
    for (std::uint32_t field = 0; field < 2; ++field) {
      const VkBufferCopy part{field * bytes, 0, bytes};
      vkCmdCopyBuffer(commands, staging.buffer, fields[field].buffer, 1, &part);
    }
    barrier(commands);
  });
  const auto add_times = [&](int times) {
    run([&](VkCommandBuffer commands) {
      vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
      vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
      for (int i = 0; i < times; ++i) {
        vkCmdDispatch(commands, groups, 1, 1);
        barrier(commands);
      }
    });
  };
  add_times(1);
  const auto start = std::chrono::steady_clock::now();
  add_times(repeats);
  Sum sum{
      std::vector<float>(host_x.size()),
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / repeats};
  run([&](VkCommandBuffer commands) {
    const VkBufferCopy whole{0, 0, bytes};
    vkCmdCopyBuffer(commands, fields[2].buffer, staging.buffer, 1, &whole);
    barrier(commands);
  });
  std::memcpy(sum.z.data(), mapped, bytes);
  vkDestroyCommandPool(device, command_pool, nullptr);
  vkDestroyDescriptorPool(device, pool, nullptr);
  vkDestroyPipeline(device, pipeline, nullptr);
  vkDestroyPipelineLayout(device, layout, nullptr);
  vkDestroyDescriptorSetLayout(device, set_layout, nullptr);
  vkDestroyShaderModule(device, module, nullptr);
  for (const Buffer& b : {fields[0], fields[1], fields[2], staging}) {
    vkDestroyBuffer(device, b.buffer, nullptr);
    vkFreeMemory(device, b.memory, nullptr);
  }
  vkDestroyDevice(device, nullptr);
  vkDestroyInstance(instance, nullptr);
  return sum;
}

}  // namespace plain
