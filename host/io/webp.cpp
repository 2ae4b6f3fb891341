#include "io/webp.hpp"

#include <webp/encode.h>
#include <webp/mux.h>

#include <stdexcept>

namespace glueball::io {

struct WebpAnimation::Encoder {
  WebPConfig config{};
  WebPAnimEncoder* handle = nullptr;
  int milliseconds = 0;  ///< duration so far
  ~Encoder() { WebPAnimEncoderDelete(handle); }
};

WebpAnimation::WebpAnimation(int width, int height, double quality)
    : encoder_(std::make_unique<Encoder>()), width_(width), height_(height) {
  WebPAnimEncoderOptions options;
  if (!WebPAnimEncoderOptionsInit(&options) ||
      !WebPConfigPreset(&encoder_->config, WEBP_PRESET_DEFAULT, float(quality)))
    throw std::invalid_argument(
        "webp: the library is of another version, or the quality is not from 0 to 100");
  options.allow_mixed = 1;
  options.anim_params.loop_count = 0;
  encoder_->handle = WebPAnimEncoderNew(width, height, &options);
  if (!encoder_->handle) throw std::invalid_argument("webp: there are no pictures of that size");
}

WebpAnimation::~WebpAnimation() = default;

void WebpAnimation::add(std::span<const std::uint8_t> rgb, int milliseconds) {
  if (rgb.size() != std::size_t(width_) * std::size_t(height_) * 3)
    throw std::invalid_argument("webp: the pixels do not fill the image");
  WebPPicture picture;
  if (!WebPPictureInit(&picture)) throw std::runtime_error("webp: the library is of another version");
  picture.use_argb = 1;
  picture.width = width_;
  picture.height = height_;
  const bool good = WebPPictureImportRGB(&picture, rgb.data(), width_ * 3) &&
                    WebPAnimEncoderAdd(encoder_->handle, &picture, encoder_->milliseconds, &encoder_->config);
  WebPPictureFree(&picture);
  if (!good) throw std::runtime_error(std::string("webp: ") + WebPAnimEncoderGetError(encoder_->handle));
  encoder_->milliseconds += milliseconds;
}

std::string WebpAnimation::finish() {
  WebPData data;
  WebPDataInit(&data);
  // This ends the last frame.
  const bool good = WebPAnimEncoderAdd(encoder_->handle, nullptr, encoder_->milliseconds, nullptr) &&
                    WebPAnimEncoderAssemble(encoder_->handle, &data);
  if (!good) throw std::runtime_error(std::string("webp: ") + WebPAnimEncoderGetError(encoder_->handle));
  std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
  WebPDataClear(&data);
  return bytes;
}

}  // namespace glueball::io
