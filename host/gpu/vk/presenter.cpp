// Shows frames under Vulkan: copies each from its buffer into an image of the window, on the device's queue.
#include "gpu/presenter.hpp"

#include "base/error.hpp"
#include "gpu/vk/swapchain.hpp"
#include "gpu/vk/window.hpp"

namespace glueball::gpu::vulkan {
namespace {

using Stage = ::vk::PipelineStageFlagBits;
using Access_ = ::vk::AccessFlagBits;
using Layout = ::vk::ImageLayout;

/// Nanoseconds to wait for an image; minimised windows give none.
constexpr std::uint64_t kPatience = 200'000'000;

::vk::ImageMemoryBarrier transition(::vk::Image image, Layout from, Layout to, ::vk::AccessFlags before,
                                    ::vk::AccessFlags after) {
  return {before,
          after,
          from,
          to,
          VK_QUEUE_FAMILY_IGNORED,
          VK_QUEUE_FAMILY_IGNORED,
          image,
          {::vk::ImageAspectFlagBits::eColor, 0, 1, 0, 1}};
}

class VulkanPresenter final : public Presenter {
 public:
  VulkanPresenter(VulkanDevice& device, bool vsync)
      : device_(device), window_(device.instance()), swapchain_(device, window_.surface(), vsync) {
    const ::vk::Device d = device.handle();
    pool_ =
        d.createCommandPoolUnique({::vk::CommandPoolCreateFlagBits::eResetCommandBuffer, device.family()});
    for (auto& slot : slots_) {
      slot.commands =
          std::move(d.allocateCommandBuffersUnique({*pool_, ::vk::CommandBufferLevel::ePrimary, 1}).front());
      slot.acquired = d.createSemaphoreUnique({});
      slot.done = d.createFenceUnique({::vk::FenceCreateFlagBits::eSignaled});
    }
  }

  ~VulkanPresenter() override {
    // waitIdle of vulkan.hpp is not used: it throws if the device is lost.
    (void)VULKAN_HPP_DEFAULT_DISPATCHER.vkDeviceWaitIdle(device_.handle());
  }

  void* window() const override { return window_.window(); }
  void abandon() override { window_.abandon(); }
  bool blue_first() const override { return swapchain_.format() == ::vk::Format::eB8G8R8A8Unorm; }

  bool show(const Memory& frame, std::uint32_t width, std::uint32_t height) override {
    device_.stream().submit();
    try {
      return show(static_cast<const VulkanMemory&>(frame).buffer(), width, height);
    } catch (const ::vk::OutOfDateKHRError&) {
      swapchain_.outdate();
    } catch (const ::vk::SurfaceLostKHRError&) {
      swapchain_.outdate();
    } catch (const ::vk::SystemError& e) {
      throw Error(ErrorKind::device, device_.info().id() + ": a frame cannot be shown: " + e.what(),
                  "<headless> renders without a window");
    }
    return false;
  }

 private:
  struct Slot {
    ::vk::UniqueCommandBuffer commands;
    ::vk::UniqueSemaphore acquired;
    ::vk::UniqueFence done;
  };

  bool show(::vk::Buffer frame, std::uint32_t width, std::uint32_t height) {
    const ::vk::Device d = device_.handle();
    if (!swapchain_.fits(width, height)) {
      d.waitIdle();
      if (!swapchain_.fit(width, height)) return false;
    }
    Slot& slot = slots_[next_ ^= 1];
    (void)d.waitForFences(*slot.done, true, ~std::uint64_t(0));
    std::uint32_t n = 0;
    const auto acquired = d.acquireNextImageKHR(swapchain_.handle(), kPatience, *slot.acquired, {}, &n);
    if (acquired == ::vk::Result::eTimeout || acquired == ::vk::Result::eNotReady) return false;
    if (acquired != ::vk::Result::eSuccess && acquired != ::vk::Result::eSuboptimalKHR) {
      swapchain_.outdate();
      return false;
    }
    d.resetFences(*slot.done);
    record(*slot.commands, frame, swapchain_.image(n), width, height);
    const ::vk::PipelineStageFlags at = Stage::eTransfer;
    const ::vk::Semaphore written = swapchain_.written(n);
    device_.queue().submit(::vk::SubmitInfo(*slot.acquired, at, *slot.commands, written), *slot.done);
    const ::vk::SwapchainKHR swapchain = swapchain_.handle();
    const ::vk::PresentInfoKHR present(written, swapchain, n);
    const auto presented = device_.queue().presentKHR(&present);
    if (presented != ::vk::Result::eSuccess && presented != ::vk::Result::eSuboptimalKHR)
      swapchain_.outdate();
    return true;
  }

  void record(::vk::CommandBuffer c, ::vk::Buffer frame, ::vk::Image image, std::uint32_t width,
              std::uint32_t height) {
    c.begin(::vk::CommandBufferBeginInfo(::vk::CommandBufferUsageFlagBits::eOneTimeSubmit));
    const ::vk::MemoryBarrier drawn(Access_::eShaderWrite, Access_::eTransferRead);
    c.pipelineBarrier(
        Stage::eComputeShader | Stage::eTransfer, Stage::eTransfer, {}, drawn, {},
        transition(image, Layout::eUndefined, Layout::eTransferDstOptimal, {}, Access_::eTransferWrite));
    const ::vk::BufferImageCopy whole(0, 0, 0, {::vk::ImageAspectFlagBits::eColor, 0, 0, 1}, {},
                                      {width, height, 1});
    c.copyBufferToImage(frame, image, Layout::eTransferDstOptimal, whole);
    // Another submission writes the next frame into the same buffer; it must wait until this one is read.
    c.pipelineBarrier(
        Stage::eTransfer, Stage::eComputeShader | Stage::eBottomOfPipe, {}, {}, {},
        transition(image, Layout::eTransferDstOptimal, Layout::ePresentSrcKHR, Access_::eTransferWrite, {}));
    c.end();
  }

  VulkanDevice& device_;
  SurfaceWindow window_;
  Swapchain swapchain_;
  ::vk::UniqueCommandPool pool_;
  Slot slots_[2];
  int next_ = 0;
};

}  // namespace

std::unique_ptr<Presenter> make_presenter(Device& device, bool vsync) {
  return std::make_unique<VulkanPresenter>(static_cast<VulkanDevice&>(device), vsync);
}

}  // namespace glueball::gpu::vulkan
