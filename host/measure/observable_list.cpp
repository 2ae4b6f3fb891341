#include "measure/observable_list.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "base/error.hpp"

namespace glueball {
namespace {

/// Gives each name once.
class Names {
 public:
  std::string operator()(const std::string& word, const std::string& key) {
    const std::string name = taken_.contains(key) ? word + "/" + key : key;
    taken_.insert(name);
    return name;
  }

 private:
  std::set<std::string> taken_;
};

/// A slow mode of the chain may be plain in one observable where noise hides it in a ratio of others, whose
/// error it spoils all the same.
void doubt_short_series(std::vector<Summary>& all) {
  double longest = 0;
  for (const Summary& s : all)
    if (!s.derived && !s.fixed)
      for (const SeriesEstimate& e : s.estimates) longest = std::max(longest, e.tau_int + e.tau_int_error);
  for (Summary& s : all)
    if (s.derived)
      for (SeriesEstimate& e : s.estimates) e.reliable = e.reliable && double(e.values) >= kEnough * longest;
}

}  // namespace

ObservableList::ObservableList(const std::string& list) {
  std::istringstream words(list);
  for (auto& observable : make_observables(list)) {
    std::string word;
    std::getline(words, word, ',');
    entries_.push_back({word, std::move(observable)});
  }
}

int ObservableList::layers() const {
  int most = 1;
  for (const Entry& entry : entries_) {
    const int layers = entry.observable->layers();
    if (layers == 0)
      throw Error(ErrorKind::bad_value,
                  "observable '" + entry.word + "' is not measured on several ranks yet",
                  "leave it out, or start one process");
    most = std::max(most, layers);
  }
  return most;
}

std::vector<std::vector<NamedQuantity>> ObservableList::measure(Measurement& measurement) const {
  Names names;
  std::map<std::pair<std::string, std::string>, std::string> shared;  // key and origin to the name
  std::vector<std::vector<NamedQuantity>> all;
  for (const Entry& entry : entries_) {
    auto& named = all.emplace_back();
    for (Quantity& q : entry.observable->measure(measurement)) {
      const auto known = q.origin.empty() ? shared.end() : shared.find({q.key, q.origin});
      const bool repeated = known != shared.end();
      const std::string name = repeated ? known->second : names(entry.word, q.key);
      if (!repeated && !q.origin.empty()) shared[{q.key, q.origin}] = name;
      named.push_back({name, std::move(q), repeated});
    }
  }
  return all;
}

std::vector<Summary> ObservableList::summarize(
    const Geometry& geometry, const std::vector<std::vector<std::vector<Quantity>>>& ensembles,
    std::size_t bin) const {
  Names names;
  std::vector<Summary> all;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (ensembles.at(i).empty()) continue;
    for (Summary& s : entries_[i].observable->summarize(geometry, ensembles[i], bin)) {
      s.key = names(entries_[i].word, s.key);
      all.push_back(std::move(s));
    }
  }
  doubt_short_series(all);
  return all;
}

}  // namespace glueball
