#include "view/follower.hpp"

#include <cstdlib>

#include "base/error.hpp"
#include "comm/gather.hpp"
#include "view/keep.hpp"

namespace glueball::view {

void give(const LiveRun& run, Order order, std::string words) {
  const Domain* domain = run.lattice().domain();
  if (domain == nullptr) return;
  words.insert(words.begin(), char(order));
  broadcast(domain->ranks(), words);
}

bool Follower::after_step() {
  for (;;) {
    std::string words;
    broadcast(run_.lattice().domain()->ranks(), words);
    const auto order = Order(words.front());
    if (order == Order::step) return true;
    if (order == Order::close) return false;
    try {
      obey(order, words.substr(1));
    } catch (const Error& error) {
      // Rank 0 has the same error, shows it in its window, and continues.
      if (error.kind() != ErrorKind::bad_value) throw;
    }
  }
}

void Follower::obey(Order order, const std::string& words) {
  if (order == Order::update) renderer_.update(scene_of(words));
  if (order == Order::set) {
    const std::size_t blank = words.find(' ');
    run_.set(words.substr(0, blank), std::strtod(words.c_str() + blank, nullptr));
  }
  if (order != Order::checkpoint) return;
  if (checkpoint_)
    checkpoint_();
  else
    keep_configuration({}, run_);
}

}  // namespace glueball::view
