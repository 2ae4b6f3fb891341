// The options of a run, as values, until its config.toml is written.
#pragma once

#include <string>
#include <vector>

namespace glueball::app {

/// What config.toml says. The text reproduces the run when given as --config.
class ConfigValues {
 public:
  explicit ConfigValues(std::string command) : command_(std::move(command)) {}

  /// The next line, under its group's name where that is another than the one before.
  void add(const std::string& group, const std::string& key, const std::string& value);
  /// The next [[name]], of "key=value,key=value"; they all follow the lines.
  void add_table(const std::string& name, const std::string& value);
  /// Of a key that was left to the program: what it chose. The key must have been added.
  void choose(const std::string& key, const std::string& value);

  std::string toml() const;

 private:
  struct Line {
    std::string group, key, text;
  };
  std::string command_;
  std::vector<Line> lines_;
  std::string tables_;
};

}  // namespace glueball::app
