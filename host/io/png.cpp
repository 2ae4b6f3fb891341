#include "io/png.hpp"

#include <png.h>

#include <stdexcept>

namespace glueball::io {

std::string png(int width, int height, std::span<const std::uint8_t> rgb) {
  if (width <= 0 || height <= 0 || rgb.size() != std::size_t(width) * std::size_t(height) * 3)
    throw std::invalid_argument("png: the pixels do not fill the image");
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = png_uint_32(width);
  image.height = png_uint_32(height);
  image.format = PNG_FORMAT_RGB;
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = bytes.size();
  const int good = png_image_write_to_memory(&image, bytes.data(), &size, 0, rgb.data(), 0, nullptr);
  if (!good) throw std::runtime_error(std::string("png: ") + image.message);
  bytes.resize(size);
  return bytes;
}

}  // namespace glueball::io
