// Hands descriptors of open files to another process of this host, through a socket without a file.
#pragma once

#include <array>
#include <utility>
#include <vector>

namespace glueball {

/// In the name space of sockets that no file stands for; empty: there is no socket.
using PostName = std::array<char, 64>;

class DescriptorPost {
 public:
  DescriptorPost();
  DescriptorPost(DescriptorPost&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), name_(other.name_) {}
  DescriptorPost& operator=(DescriptorPost&&) = delete;
  ~DescriptorPost();

  const PostName& name() const { return name_; }
  /// A few at once; they remain the caller's. Whether they are on their way.
  bool send(const PostName& to, const std::vector<int>& descriptors);
  /// What has been sent here, which is then the caller's to close; empty where there is nothing.
  std::vector<int> receive();

 private:
  int socket_ = -1;
  PostName name_{};
};

}  // namespace glueball
