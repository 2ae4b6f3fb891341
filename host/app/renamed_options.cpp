#include "app/renamed_options.hpp"

#include <fmt/format.h>

#include <map>

#include "app/progress.hpp"

namespace glueball::app {

std::string present_name(const std::string& name) {
  // The next version takes these out.
  static const std::map<std::string, std::string> renamed{{"together", "persistent-cg"},
                                                          {"shares", "load-balance"},
                                                          {"twin", "reference"},
                                                          {"lanes", "threads-per-site"}};
  const auto found = renamed.find(name);
  return found == renamed.end() ? name : found->second;
}

void hint_at_present_name(const std::string& old) {
  const std::string dashes = old.starts_with("--") ? "--" : "",
                    name = present_name(old.substr(dashes.size()));
  warn(fmt::format("'{}' is called '{}{}' now; the next version will not know the old name", old, dashes,
                   name));
}

}  // namespace glueball::app
