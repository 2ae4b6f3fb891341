// Shows frames under OpenGL: from a buffer into a texture, then into the window, all on the device.
#define GLFW_INCLUDE_NONE  // glad has the declarations of gl
#include "gpu/presenter.hpp"

#include <GLFW/glfw3.h>

#include "base/error.hpp"
#include "gpu/gl/device.hpp"
#include "gpu/gl/memory.hpp"

namespace glueball::gpu::opengl {
namespace {

class GlPresenter final : public Presenter {
 public:
  GlPresenter(GlDevice& device, bool vsync)
      : context_(device.context()), window_(static_cast<GLFWwindow*>(context_->window())) {
    if (!window_)
      throw Error(ErrorKind::device, device.info().id() + " was opened without a window",
                  "this is a fault of the caller");
    context_->make_current();
    glfwSwapInterval(vsync ? 1 : 0);
    glCreateFramebuffers(1, &framebuffer_);
  }

  ~GlPresenter() override {
    if (!context_->try_current()) return;
    glDeleteFramebuffers(1, &framebuffer_);
    if (texture_) glDeleteTextures(1, &texture_);
  }

  void* window() const override { return window_; }
  bool blue_first() const override { return false; }

  bool show(const Memory& frame, std::uint32_t width, std::uint32_t height) override {
    context_->make_current();
    fit(GLsizei(width), GLsizei(height));
    glMemoryBarrier(GL_PIXEL_BUFFER_BARRIER_BIT);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<const GlMemory&>(frame).buffer());
    glTextureSubImage2D(texture_, 0, 0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    // OpenGL's windows have their first row at the bottom.
    glBlitNamedFramebuffer(framebuffer_, 0, 0, 0, width_, height_, 0, height_, width_, 0, GL_COLOR_BUFFER_BIT,
                           GL_NEAREST);
    glfwSwapBuffers(window_);
    return true;
  }

 private:
  void fit(GLsizei width, GLsizei height) {
    if (texture_ && width == width_ && height == height_) return;
    if (texture_) glDeleteTextures(1, &texture_);
    width_ = width;
    height_ = height;
    glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
    glTextureStorage2D(texture_, 1, GL_RGBA8, width_, height_);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
  }

  std::shared_ptr<Context> context_;
  GLFWwindow* window_;
  GLuint framebuffer_ = 0, texture_ = 0;
  GLsizei width_ = 0, height_ = 0;
};

}  // namespace

std::unique_ptr<Presenter> make_presenter(Device& device, bool vsync) {
  return std::make_unique<GlPresenter>(static_cast<GlDevice&>(device), vsync);
}

}  // namespace glueball::gpu::opengl
