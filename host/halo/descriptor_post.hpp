// Sends descriptors of open files to another process of this host, through a socket without a file.
#pragma once

#include <array>
#include <utility>
#include <vector>

namespace glueball {

/// Name of a socket in the abstract name space; empty: there is no socket.
using PostName = std::array<char, 64>;

class DescriptorPost {
 public:
  DescriptorPost();
  DescriptorPost(DescriptorPost&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), name_(other.name_) {}
  DescriptorPost& operator=(DescriptorPost&&) = delete;
  ~DescriptorPost();

  const PostName& name() const { return name_; }
  /// Sends a few descriptors, which the caller must still close. Returns true on success.
  bool send(const PostName& to, const std::vector<int>& descriptors);
  /// Returns the descriptors that have arrived, which the caller must close; empty if there are none.
  std::vector<int> receive();

 private:
  int socket_ = -1;
  PostName name_{};
};

}  // namespace glueball
