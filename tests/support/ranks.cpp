#include "support/ranks.hpp"

#include <sys/mman.h>
#include <ucontext.h>

#include <cstring>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace glueball::test {
namespace {

/// Thrown in those that wait when all is over.
struct Over {};

using Message = std::vector<std::byte>;

/// Where a coroutine is left to, and where it is come back to: AddressSanitizer must be told whose stack it
/// is on.
struct Stack {
  const void* begin = nullptr;
  std::size_t size = 0;
};
void leave([[maybe_unused]] void** own, [[maybe_unused]] const Stack& to) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(own, to.begin, to.size);
#endif
}
void arrive([[maybe_unused]] void* own, [[maybe_unused]] Stack& from) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(own, &from.begin, &from.size);
#endif
}

/// These are coroutines with stacks of their own, as large as a driver's compiler wants them.
class Ranks {
 public:
  Ranks(int size, const std::function<void(Communicator&)>& work) : work_(work), size_(size) {}
  void run();

 private:
  static constexpr std::size_t kStack = std::size_t(16) << 20;

  class Rank final : public Communicator {
   public:
    Rank(Ranks& all, int rank) : all_(all), rank_(rank) {
      stack_ = mmap(nullptr, kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
      if (stack_ == MAP_FAILED) throw std::bad_alloc();
    }
    ~Rank() override { munmap(stack_, kStack); }
    int rank() const override { return rank_; }
    int size() const override { return all_.size_; }
    void exchange(int to, std::span<const std::byte> out, int from, std::span<std::byte> in) override {
      send(to, out);
      receive(from, in);
    }
    void broadcast(std::span<std::byte> data, int root) override {
      if (rank_ != root) return receive(root, data);
      for (int to = 0; to < size(); ++to)
        if (to != root) send(to, data);
    }
    void gather(std::span<const std::byte> mine, std::span<std::byte> all) override {
      for (int to = 0; to < size(); ++to) send(to, mine);
      for (int from = 0; from < size(); ++from)
        receive(from, all.subspan(std::size_t(from) * mine.size(), mine.size()));
    }
    void gather_first(std::span<const std::byte> mine, std::span<std::byte> all) override {
      send(0, mine);
      if (rank_ == 0)
        for (int from = 0; from < size(); ++from)
          receive(from, all.subspan(std::size_t(from) * mine.size(), mine.size()));
    }
    void barrier() override {
      std::vector<std::byte> all(static_cast<std::size_t>(size()));
      gather(std::span(all).first(1), all);
    }
    [[noreturn]] void end_all(int) override { throw std::logic_error("a rank has aborted"); }

    void send(int to, std::span<const std::byte> data) {
      all_.mail_[{rank_, to}].emplace_back(data.begin(), data.end());
      all_.moved_ = true;
    }
    void receive(int from, std::span<std::byte> data) {
      auto& box = all_.mail_[{from, rank_}];
      while (box.empty()) {
        void* own = nullptr;
        leave(&own, all_.main_stack_);
        swapcontext(&context_, &all_.main_);
        arrive(own, all_.main_stack_);
        if (all_.over_) throw Over();
      }
      if (box.front().size() != data.size()) throw std::logic_error("a message of another size");
      std::copy(box.front().begin(), box.front().end(), data.begin());
      box.pop_front();
      all_.moved_ = true;
    }

    Ranks& all_;
    int rank_;
    void* stack_;
    ucontext_t context_{};
    bool done_ = false;
  };

  static void enter(unsigned low, unsigned high);

  const std::function<void(Communicator&)>& work_;
  int size_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  std::map<std::pair<int, int>, std::deque<Message>> mail_;
  ucontext_t main_{};
  Stack main_stack_{};
  std::exception_ptr failure_;
  bool moved_ = false, over_ = false;
};

void Ranks::enter(unsigned low, unsigned high) {
  auto& rank = *reinterpret_cast<Rank*>(std::uintptr_t(low) | std::uintptr_t(high) << 32);
  arrive(nullptr, rank.all_.main_stack_);
  try {
    rank.all_.work_(rank);
  } catch (const Over&) {
  } catch (...) {
    if (!rank.all_.failure_) rank.all_.failure_ = std::current_exception();
  }
  rank.done_ = true;
  rank.all_.moved_ = true;
  leave(nullptr, rank.all_.main_stack_);
}

void Ranks::run() {
  for (int n = 0; n < size_; ++n) {
    Rank& rank = *ranks_.emplace_back(std::make_unique<Rank>(*this, n));
    getcontext(&rank.context_);
    rank.context_.uc_stack.ss_sp = rank.stack_;
    rank.context_.uc_stack.ss_size = kStack;
    rank.context_.uc_link = &main_;
    const auto at = reinterpret_cast<std::uintptr_t>(&rank);
    makecontext(&rank.context_, reinterpret_cast<void (*)()>(&Ranks::enter), 2, unsigned(at),
                unsigned(at >> 32));
  }
  for (bool open = true; open;) {
    open = moved_ = false;
    for (const auto& rank : ranks_) {
      if (rank->done_) continue;
      void* own = nullptr;
      Stack left;
      leave(&own, {rank->stack_, kStack});
      swapcontext(&main_, &rank->context_);
      arrive(own, left);
      open |= !rank->done_;
      over_ |= failure_ != nullptr;
    }
    if (open && !moved_) {
      if (!failure_) failure_ = std::make_exception_ptr(std::logic_error("all ranks wait"));
      over_ = true;
    }
  }
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace

int other_links(const Configuration& part, const Configuration& whole) {
  const Geometry& own = part.geometry();
  int wrong = 0;
  for (std::size_t n = 0; n < own.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu)
      wrong += std::memcmp(&part.link(n, mu), &whole.link(own.global_index(own.site(n)), mu),
                           sizeof(Matrix3)) != 0;
  return wrong;
}

void run_ranks(int size, const std::function<void(Communicator&)>& work) { Ranks(size, work).run(); }

}  // namespace glueball::test
