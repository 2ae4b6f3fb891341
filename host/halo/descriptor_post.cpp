#include "halo/descriptor_post.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <random>

namespace glueball {
namespace {

constexpr std::size_t kMost = 16;

sockaddr_un address(const PostName& name, socklen_t& size) {
  sockaddr_un a{};
  a.sun_family = AF_UNIX;
  const std::size_t length = strnlen(name.data(), name.size());
  std::memcpy(a.sun_path + 1, name.data(), length);  // after a zero, which means a name without a file
  size = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + length);
  return a;
}

/// A message of one byte with space for descriptors.
struct Parcel {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char room[CMSG_SPACE(kMost * sizeof(int))] = {};
  msghdr header{};
  Parcel() {
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    header.msg_control = room;
    header.msg_controllen = sizeof room;
  }
};

}  // namespace

DescriptorPost::DescriptorPost() {
  socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket_ < 0) return;
  std::random_device random;
  std::snprintf(name_.data(), name_.size(), "glueball-%ld-%08x%08x", long(getpid()), unsigned(random()),
                unsigned(random()));
  socklen_t size = 0;
  const sockaddr_un mine = address(name_, size);
  if (bind(socket_, reinterpret_cast<const sockaddr*>(&mine), size) != 0) name_ = {};
}

DescriptorPost::~DescriptorPost() {
  if (socket_ >= 0) close(socket_);
}

bool DescriptorPost::send(const PostName& to, const std::vector<int>& descriptors) {
  if (to[0] == 0 || descriptors.empty() || descriptors.size() > kMost) return false;
  socklen_t size = 0;
  sockaddr_un there = address(to, size);
  Parcel parcel;
  parcel.header.msg_name = &there;
  parcel.header.msg_namelen = size;
  parcel.header.msg_controllen = CMSG_SPACE(descriptors.size() * sizeof(int));
  cmsghdr* const c = CMSG_FIRSTHDR(&parcel.header);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN(descriptors.size() * sizeof(int));
  std::memcpy(CMSG_DATA(c), descriptors.data(), descriptors.size() * sizeof(int));
  return sendmsg(socket_, &parcel.header, MSG_NOSIGNAL) == 1;
}

std::vector<int> DescriptorPost::receive() {
  Parcel parcel;
  std::vector<int> found;
  if (recvmsg(socket_, &parcel.header, MSG_CMSG_CLOEXEC) != 1) return found;
  for (cmsghdr* c = CMSG_FIRSTHDR(&parcel.header); c != nullptr; c = CMSG_NXTHDR(&parcel.header, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    found.resize((c->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(found.data(), CMSG_DATA(c), found.size() * sizeof(int));
  }
  return found;
}

}  // namespace glueball
